/** The numbered files of the former schema, with the checksums of their last versions, including those that differ only in comments. */
export const formerMigrations: Readonly<Record<string, readonly string[]>> = {
  '001-roles.sql': ['ccbb2c83a6cfd733438fdc88d723d52530909c5af37ecac1bf755cdd72d28e1b'],
  '002-accounts.sql': [
    'd9c035834a812dcdbac119dea913c6553dd7a3dcb4bc936ba64f0575149dd9f5',
    '5ad8ae9dbfc9519d8fa4859a70ef703a3279721acd3492119988f3f35db98aef',
  ],
  '003-model.sql': ['26f47718cbe94f7749809863e0e23e0bbd5536fb26d4bdb79e2a786da74e074f'],
  '004-thesaurus.sql': ['fca621e2eff53d02387faab943338fb34afa899678c1c862574786e0731d8620'],
  '005-resources.sql': ['f6c0792759e6d7af76689b7f3e7f30904265b5e4f9747da6228eee1e73ac0071'],
  '006-history.sql': ['718c1366d3ddcb5786d7bce291dea9c431f616acc2c307df383a86b986c52576'],
  '007-permissions.sql': [
    '15bd449c3c510dc47f1d597c322fd100744f5c3d515545fcd801fa4d014edc03',
    '78f98de82be2c345098561879862fab186ea20a822f947c7ada8341c9150a603',
  ],
  '008-text-slice.sql': ['524e5c1ededc4a0a2eb862a84bb988688764f18c4e81b733636bc332f1199767'],
  '009-sign-in.sql': [
    '620606ae068540f9e1610b1057047a053f935966e3892e433d4ca259f1e8eb8e',
    '594d3be7c92612130d4c6cedaff34fa2721ba7a2ec9b6162f405282e5af8b16b',
  ],
  '010-resource-permission.sql': [
    '69575590f95dbbd9f5eeb917c31ac0f73a9f01c62091fbccba64cf81260a3583',
    '68cdbe5c67f47f2ecfd5e2d0ae2b119926e33a05ddca72ae1ba43e517cadab84',
  ],
  '011-last-change.sql': ['f3a3a3e136625b068a91ecf717ded76d9986d70e6ee3ef0f29a25cb9ea58cebd'],
  '012-writing.sql': ['dcad73b9f25250a741a044db127afcfcc771eadb09d2b1dc290fa02d83b351ff'],
  '013-texts-of-their-own.sql': [
    '3f6b207f8a25c17aaa5e8ef0c728443c101b89f1391f260b20582661b0fe13a5',
  ],
  '014-unique-values.sql': ['71c22f70406ea5678f4d5cc07b91be88fb522c264df89cff929317c271560a4f'],
  '015-bare-geometries.sql': ['9c42bcde46e9a955ba0132a75ea8b4af87cba1fb593a075f01aa8379b8567888'],
  '016-unique-values-by-datatype.sql': [
    '81f290ba3c9b60002a34edddddc46f431d6b9d010e7185b1cd126e72d7b0c3ec',
  ],
  '017-permissions-that-explain.sql': [
    '1b43519e788ee004a81c40cfdc833850bd6192c4b1ee4ee2f6a821e3dec2c637',
  ],
  '018-sources-of-names.sql': ['fe92ce215c2cdeb12f6d722c619caa981f47c00607a829a9978b70a6a1c29992'],
  '019-activity-stream.sql': ['e8994f868982ca98c392e32a20fe313791cb2ca1c1bac06ddccc19f84485aba2'],
  '020-thesaurus-as-stated.sql': [
    'b8025440cada96dbed394e3e32fd5cd7cda5a2bb66eb349fd0e526001a015c68',
  ],
  '021-reading-the-thesaurus.sql': [
    '6c81d98eebe6dc1442223d2cd82332034727488d06e8604898d50ed3904fdf23',
  ],
  '022-marks-of-names.sql': ['10dfb249c44b864195d540415444cb3e39025436691877b8fd71a7aa236bc8ea'],
  '023-compiled-rights.sql': ['6d53fcf52c2fa7df48a79c9e11788c138fc79e7107756daf220c019a569e503b'],
  '024-kept-statements.sql': ['da346a7e5ef84dcbf37b55a24587dcce6b714edd0d1bc6f6b1433b55b599c710'],
  '025-deriving-for-many.sql': ['d3c42d3da8ed8a4b5120642f3a809916555b50d6f370310db2232cf00a57a797'],
  '026-lists-and-models.sql': ['e90f78ea855558d3668f6ea67b60add11a86dc3b6806757ff6adad53bb903285'],
  '027-features-by-key.sql': ['1eac8ec4fd1cecd5cf64330169aaaa20cc12b6f2d3184be451833fd1310b3de5'],
  '028-export-jobs.sql': ['67fcf18a4135bb5ceb379f51602e14c090b5dc1c3c5bbf0cd747eb484606a409'],
  '029-spatial-views.sql': ['84195788c9cbb18593e7ff3d18677352aa49aa56df81846edfb6bde22612d2e6'],
  '030-mobile-projects.sql': ['5de2c3426d9d20ac51085e1284bb1f84875fceb7d82c808c3a044836a8e9317f'],
  '032-ogc.sql': ['de601ed7bdb78578b8f0a4ca4485dbd3db17294071c41632be92ac81ed023090'],
  '033-texts-of-spatial-views.sql': [
    'd5f9dd09ed67da03b2cf5e31ee3d03ce3e3fe74d13fdfcd967ab13926db365f1',
  ],
  '034-making-spatial-views.sql': [
    '13fad4cf51c1f99452a4395a78a0f5c4f09564f5454fd7d80037b9c405ea0a42',
  ],
  '035-rows-of-spatial-views.sql': [
    'f05cfd678058bd2aa1a50727e28389523ea35ae732c721ca411002adee36dd5f',
  ],
  '036-rights-of-roles.sql': ['8256ac9db4a4a268fa7ba169b3126578a46800a014194aebbc8bdd9828a43cc5'],
};
