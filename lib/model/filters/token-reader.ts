import { filterLimits } from './limits.ts';
import { tooDeepMessage } from './operand.ts';
import { FilterRefusal, type FilterPlace } from './problem.ts';
import { readTokens, type Token } from './tokens.ts';

const endToken: Token = { kind: 'end', text: '', start: 0, end: 0 };

/** Reads the tokens of CQL2 text one after the other. */
export class TokenReader {
  readonly text: string;
  readonly #tokens: readonly Token[];
  #index = 0;
  #level = 0;

  /** @throws FilterRefusal if the text has characters without a meaning */
  constructor(text: string) {
    this.text = text;
    this.#tokens = readTokens(text);
  }

  /** @param offset how many tokens after the next one */
  peek(offset = 0): Token {
    return this.#tokens[this.#index + offset] ?? this.#tokens.at(-1) ?? endToken;
  }

  next(): Token {
    const token = this.peek();
    this.#index += 1;
    return token;
  }

  get place(): FilterPlace {
    return { in: 'text', position: this.peek().start };
  }

  isSign(sign: string, offset = 0): boolean {
    const token = this.peek(offset);
    return token.kind === 'sign' && token.text === sign;
  }

  /** @param word in capitals */
  isWord(word: string, offset = 0): boolean {
    const token = this.peek(offset);
    return token.kind === 'word' && token.text.toUpperCase() === word;
  }

  acceptSign(sign: string): boolean {
    const isNext = this.isSign(sign);
    if (isNext) this.#index += 1;
    return isNext;
  }

  /** @param word in capitals */
  acceptWord(word: string): boolean {
    const isNext = this.isWord(word);
    if (isNext) this.#index += 1;
    return isNext;
  }

  expectSign(sign: string): void {
    if (!this.acceptSign(sign)) this.refuse(`"${sign}"`);
  }

  /** @param word in capitals */
  expectWord(word: string): void {
    if (!this.acceptWord(word)) this.refuse(word);
  }

  /** Refuses the next token. @param expected what should stand there */
  refuse(expected: string): never {
    const { kind, start, end } = this.peek();
    const shown = this.text.slice(start, Math.min(end, start + 40));
    const given = kind === 'end' ? 'the filter ends' : `there is ${shown}`;
    throw new FilterRefusal(`Here ${given}, where ${expected} is needed.`, this.place);
  }

  /** Reads a part within another. @throws FilterRefusal if there are too many within each other */
  nested<Part>(read: () => Part): Part {
    this.#level += 1;
    if (this.#level > filterLimits.depth) throw new FilterRefusal(tooDeepMessage, this.place);
    const part = read();
    this.#level -= 1;
    return part;
  }
}
