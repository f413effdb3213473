import { parseDecimal } from '../datatypes/values/decimal.ts';
import { findUnstorable } from '../../json/storable.ts';
import { InvalidWellKnownTextError } from '../../rdf/well-known-text-tokens.ts';
import { parseWellKnownText } from '../../rdf/parse-well-known-text.ts';
import { readBox } from './box.ts';
import { comparisonOperators, type Expression, type IntervalEnd } from './filter.ts';
import { readGeometry } from './geometry.ts';
import { dateAdvice, intervalOf, readDate, readIntervalEnd, readTimestamp } from './instants.ts';
import { isGroupedByBrackets } from './kinds.ts';
import { combine, PartCounter, type Operand } from './operand.ts';
import {
  build,
  buildArray,
  isListOperation,
  isOperation,
  isWrittenAsFunction,
} from './operations.ts';
import { FilterRefusal, type FilterPlace } from './problem.ts';
import { TokenReader } from './token-reader.ts';
import { geometryWords, reservedWords } from './words.ts';

// The grammar of CQL2 text: a function for each production of the BNF in the standard (OGC 21-065r2, annex B), which stands before it. Which
// kinds of operands an operation allows is checked in operations.ts, for JSON as well. Beyond the BNF, NOT may be repeated, any operand may
// stand in brackets, and calculations may be chained.

/** An operand that stands in brackets of its own. */
type Bracketed = Operand & { readonly inBrackets?: Operand };

/**
 * Reads CQL2 text.
 * @throws FilterRefusal
 */
export function readFilterText(text: string): Operand {
  const grammar = new Grammar(text);
  return grammar.whole();
}

class Grammar {
  readonly #tokens: TokenReader;
  readonly #counter = new PartCounter();

  constructor(text: string) {
    this.#tokens = new TokenReader(text);
  }

  whole(): Operand {
    const filter = this.booleanExpression();
    if (this.#tokens.peek().kind !== 'end') this.#tokens.refuse('AND, OR or the end');
    return filter;
  }

  /** booleanExpression = booleanTerm { "OR" booleanTerm } */
  booleanExpression(): Bracketed {
    return this.#chain('OR', () => this.booleanTerm());
  }

  /** booleanTerm = booleanFactor { "AND" booleanFactor } */
  booleanTerm(): Bracketed {
    return this.#chain('AND', () => this.booleanFactor());
  }

  #chain(word: 'AND' | 'OR', read: () => Bracketed): Bracketed {
    const { place } = this.#tokens;
    const first = read();
    if (!this.#tokens.isWord(word)) return first;
    const operands: Operand[] = [first];
    while (this.#tokens.acceptWord(word)) operands.push(read());
    return build(word, operands, place);
  }

  /** booleanFactor = [ "NOT" ] booleanPrimary */
  booleanFactor(): Bracketed {
    const { place } = this.#tokens;
    if (!this.#tokens.acceptWord('NOT')) return this.predicate();
    return build('not', [this.#tokens.nested(() => this.booleanFactor())], place);
  }

  /**
   * booleanPrimary = function | predicate | booleanLiteral | "(" booleanExpression ")";
   * binaryComparisonPredicate = scalarExpression comparisonOperator scalarExpression;
   * isLikePredicate = characterExpression [ "NOT" ] "LIKE" patternExpression;
   * isBetweenPredicate = numericExpression [ "NOT" ] "BETWEEN" numericExpression "AND" numericExpression;
   * isInListPredicate = scalarExpression [ "NOT" ] "IN" "(" inList ")";
   * isNullPredicate = isNullOperand "IS" [ "NOT" ] "NULL"
   */
  predicate(): Bracketed {
    const { place } = this.#tokens;
    const value = this.arithmeticExpression();
    const operator = comparisonOperators.find((sign) => this.#tokens.acceptSign(sign));
    if (operator !== undefined) return build(operator, [value, this.arithmeticExpression()], place);
    if (this.#tokens.acceptWord('IS')) {
      const isNegated = this.#tokens.acceptWord('NOT');
      this.#tokens.expectWord('NULL');
      return this.#negate(isNegated, build('isNull', [value], place));
    }
    const isNegated = this.#tokens.acceptWord('NOT');
    if (this.#tokens.acceptWord('LIKE')) {
      return this.#negate(isNegated, build('like', [value, this.primary()], place));
    }
    if (this.#tokens.acceptWord('BETWEEN')) {
      const lower = this.arithmeticExpression();
      this.#tokens.expectWord('AND');
      const upper = this.arithmeticExpression();
      return this.#negate(isNegated, build('between', [value, lower, upper], place));
    }
    if (this.#tokens.acceptWord('IN')) {
      return this.#negate(isNegated, build('in', [value, this.inList()], place));
    }
    if (isNegated) this.#tokens.refuse('LIKE, BETWEEN or IN');
    return value;
  }

  #negate(isNegated: boolean, filter: Operand): Operand {
    return isNegated ? build('not', [filter], filter.place) : filter;
  }

  /** inList = scalarExpression { "," scalarExpression } */
  inList(): Operand {
    const { place } = this.#tokens;
    this.#tokens.expectSign('(');
    const items = this.#list(() => this.arithmeticExpression());
    return combine(
      { kind: 'array', items: items.map(({ expression }) => expression) },
      place,
      items,
    );
  }

  /** arithmeticExpression = arithmeticTerm { ( "+" | "-" ) arithmeticTerm } */
  arithmeticExpression(): Bracketed {
    return this.#calculate(['+', '-'], () => this.arithmeticTerm());
  }

  /** arithmeticTerm = powerTerm { ( "*" | "/" | "%" | "div" ) powerTerm } */
  arithmeticTerm(): Bracketed {
    return this.#calculate(['*', '/', '%', 'div'], () => this.powerTerm());
  }

  /** powerTerm = arithmeticFactor [ "^" arithmeticFactor ] */
  powerTerm(): Bracketed {
    return this.#calculate(['^'], () => this.arithmeticFactor());
  }

  #calculate(operators: readonly string[], read: () => Bracketed): Bracketed {
    const { place } = this.#tokens;
    let left = read();
    for (;;) {
      const operator = operators.find((sign) =>
        sign === 'div' ? this.#tokens.acceptWord('DIV') : this.#tokens.acceptSign(sign),
      );
      if (operator === undefined) return left;
      left = build(operator, [left, read()], place);
    }
  }

  /** arithmeticFactor = "(" arithmeticExpression ")" | [ "-" ] arithmeticOperand */
  arithmeticFactor(): Bracketed {
    const { place } = this.#tokens;
    const isSigned = this.#tokens.isSign('-') || this.#tokens.isSign('+');
    if (!isSigned) return this.primary();
    if (this.#tokens.peek(1).kind === 'number') return this.numericLiteral();
    if (!this.#tokens.acceptSign('-')) this.#tokens.refuse('a value or a name');
    const minusOne = this.#leaf({ kind: 'number', decimal: '-1' }, place);
    return build('*', [minusOne, this.primary()], place);
  }

  /** A literal, a name, a function, or an expression in brackets. */
  primary(): Bracketed {
    const { kind, text } = this.#tokens.peek();
    const { place } = this.#tokens;
    switch (kind) {
      case 'number':
        return this.numericLiteral();
      case 'text':
        this.#tokens.next();
        return this.#leaf({ kind: 'text', text }, place);
      case 'quotedName':
        return this.propertyName();
      case 'word':
        return this.#startingWithWord(text.toUpperCase(), place);
      case 'sign':
        if (text === '(') return this.brackets();
        break;
      case 'end':
        break;
    }
    return this.#tokens.refuse('a value, a name or a function');
  }

  #startingWithWord(word: string, place: FilterPlace): Operand {
    if (word === 'TRUE' || word === 'FALSE') {
      this.#tokens.next();
      return this.#leaf({ kind: 'boolean', value: word === 'TRUE' }, place);
    }
    if (reservedWords.has(word)) {
      this.#tokens.refuse(
        `a value, a name or a function (a name ${word} in double quotation marks)`,
      );
    }
    const hasBracket = this.#tokens.isSign('(', 1);
    const hasHeights = this.#tokens.isWord('Z', 1) && this.#tokens.isSign('(', 2);
    if (geometryWords.has(word) && (hasBracket || hasHeights)) return this.geometryLiteral();
    if (!hasBracket) return this.propertyName();
    switch (word) {
      case 'BBOX':
        return this.bboxTaggedText();
      case 'DATE':
      case 'TIMESTAMP':
        return this.instantInstance(word);
      case 'INTERVAL':
        return this.intervalInstance();
      default:
        return this.function();
    }
  }

  /** propertyName = identifier | """ identifier """; within quotation marks any characters are allowed */
  propertyName(): Operand {
    const { place } = this.#tokens;
    const name = this.#tokens.next().text;
    if (name === '') throw new FilterRefusal('A name must not be empty.', place);
    return this.#leaf({ kind: 'property', name }, place);
  }

  /** numericLiteral = [ "+" | "-" ] ( decimalNumericLiteral | scientificNumericLiteral ) */
  numericLiteral(): Operand {
    const { place } = this.#tokens;
    const sign = this.#tokens.peek().kind === 'sign' ? this.#tokens.next().text : '';
    if (this.#tokens.peek().kind !== 'number') this.#tokens.refuse('a number');
    const decimal = parseDecimal(`${sign}${this.#tokens.next().text}`);
    if (decimal === undefined || findUnstorable(decimal) !== undefined) {
      throw new FilterRefusal('The number is too large or has too many digits.', place);
    }
    return this.#leaf({ kind: 'number', decimal: JSON.stringify(decimal) }, place);
  }

  /** "(" booleanExpression ")" | "(" arithmeticExpression ")" | array */
  brackets(): Bracketed {
    const { place } = this.#tokens;
    this.#tokens.next();
    if (this.#tokens.acceptSign(')')) return this.#leaf({ kind: 'array', items: [] }, place);
    const items = this.#tokens.nested(() => this.#list(() => this.booleanExpression()));
    const [only, ...others] = items;
    return only !== undefined && others.length === 0
      ? { ...only, place, inBrackets: only }
      : buildArray(items.map(asArgument), place);
  }

  /** Reads what is separated by commas, and the bracket after it. */
  #list<Item>(read: () => Item): readonly Item[] {
    const items = [read()];
    while (this.#tokens.acceptSign(',')) items.push(read());
    if (!this.#tokens.acceptSign(')')) this.#tokens.refuse('a comma or ")"');
    return items;
  }

  /**
   * function = identifier "(" [ argument { "," argument } ] ")", and so are spatialPredicate, temporalPredicate, arrayPredicate and
   * characterClause
   */
  function(): Operand {
    const { place } = this.#tokens;
    const name = this.#tokens.next().text;
    if (isOperation(name) && !isWrittenAsFunction(name)) {
      const message = `${name} is not written as a function. Choose another name, or write name IS NULL, a div b.`;
      throw new FilterRefusal(message, place);
    }
    this.#tokens.next();
    const operands = this.#tokens.nested(() => this.#arguments());
    return build(name, operands.map(isListOperation(name) ? asArray : asArgument), place);
  }

  #arguments(): readonly Bracketed[] {
    if (!this.#tokens.acceptSign(')')) return this.#list(() => this.booleanExpression());
    this.#counter.countValue(this.#tokens.place);
    return [];
  }

  /** dateInstant = "DATE" "(" "'" fullDate "'" ")"; timestampInstant = "TIMESTAMP" "(" "'" fullDate "T" utcTime "'" ")" */
  instantInstance(word: 'DATE' | 'TIMESTAMP'): Operand {
    const { place } = this.#tokens;
    this.#tokens.next();
    this.#tokens.next();
    const text = this.#textLiteral();
    const instant = word === 'DATE' ? readDate(text) : readTimestamp(text);
    if (instant === undefined) throw new FilterRefusal(dateAdvice, place);
    this.#tokens.expectSign(')');
    return this.#leaf(instant, place);
  }

  #textLiteral(): string {
    if (this.#tokens.peek().kind !== 'text')
      this.#tokens.refuse('a text in single quotation marks');
    return this.#tokens.next().text;
  }

  /** intervalInstance = "INTERVAL" "(" instantParameter "," instantParameter ")" */
  intervalInstance(): Operand {
    const { place } = this.#tokens;
    this.#tokens.next();
    this.#tokens.next();
    const start = this.instantParameter();
    this.#tokens.expectSign(',');
    const end = this.instantParameter();
    this.#tokens.expectSign(')');
    const interval = intervalOf(start, end);
    if (interval === undefined) {
      throw new FilterRefusal('The interval ends before it starts. Swap its ends.', place);
    }
    return this.#leaf(interval, place);
  }

  /** instantParameter = dateInstantString | timestampInstantString | "'..'" | propertyName | function */
  instantParameter(): IntervalEnd | null {
    const { place } = this.#tokens;
    const { expression } = this.#tokens.nested(() => this.primary());
    if (expression.kind === 'property' || expression.kind === 'function') return expression;
    const end = expression.kind === 'text' ? readIntervalEnd(expression.text) : undefined;
    if (end === undefined)
      throw new FilterRefusal(`An interval ends at '..' or a date. ${dateAdvice}`, place);
    return end;
  }

  /** geometryLiteral | geometryCollectionTaggedText, which are well-known text */
  geometryLiteral(): Operand {
    const { place } = this.#tokens;
    const { start } = this.#tokens.peek();
    const text = this.#tokens.text.slice(start, this.#skipToClosingBracket());
    const refuse = (message: string): never => {
      throw new FilterRefusal(message, place);
    };
    const geometry = readGeometry(parseGeometryText(text, start), refuse, () =>
      this.#counter.countPosition(place),
    );
    return this.#leaf({ kind: 'geometry', geometry }, place);
  }

  /** @returns the end of the bracket that closes the first one */
  #skipToClosingBracket(): number {
    for (let depth = 0; ;) {
      if (this.#tokens.peek().kind === 'end') this.#tokens.refuse('")"');
      const { text, kind, end } = this.#tokens.next();
      if (kind === 'sign' && text === '(') depth += 1;
      if (kind === 'sign' && text === ')') depth -= 1;
      if (depth === 0 && text === ')') return end;
    }
  }

  /** bboxTaggedText = "BBOX" "(" west "," south "," [ lowest "," ] east "," north [ "," highest ] ")" */
  bboxTaggedText(): Operand {
    const { place } = this.#tokens;
    this.#tokens.next();
    this.#tokens.next();
    const numbers = this.#list(() => this.numericLiteral().expression);
    const box = readBox(
      numbers.map((number) => (number.kind === 'number' ? Number(number.decimal) : undefined)),
      (message) => {
        throw new FilterRefusal(message, place);
      },
    );
    return this.#leaf(box, place);
  }

  #leaf(expression: Expression, place: FilterPlace): Operand {
    this.#counter.countValue(place);
    return combine(expression, place, []);
  }
}

/** @throws FilterRefusal @param start of the text in that of the filter */
function parseGeometryText(text: string, start: number): unknown {
  try {
    return parseWellKnownText(text);
  } catch (error) {
    if (!(error instanceof InvalidWellKnownTextError)) throw error;
    const place: FilterPlace = { in: 'text', position: start + error.position };
    throw new FilterRefusal(`The geometry needs ${error.expected} here.`, place);
  }
}

/** An argument or item in brackets of its own is a list of one, unless the brackets only group it. */
function asArgument(operand: Bracketed): Operand {
  if (operand.inBrackets === undefined) return operand;
  const inner = asArgument(operand.inBrackets);
  return isGroupedByBrackets(inner.expression) ? inner : buildArray([inner], operand.place);
}

/** An argument in brackets of its own, where a list is needed. */
function asArray({ inBrackets, ...operand }: Bracketed): Operand {
  if (inBrackets === undefined) return operand;
  const inner = asArgument(inBrackets);
  return combine({ kind: 'array', items: [inner.expression] }, operand.place, [inner]);
}
