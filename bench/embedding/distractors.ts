/** Short statements about code, made from parts and unrelated to any triple, which a model must not take for a paraphrase. */

const ACTIONS = [
  'Ask for',
  'Advise against',
  'Prefer',
  'Warn about',
  'Tolerate',
  'Count',
  'Rule out',
  'Point at',
  'Sort',
  'Name',
] as const

const THINGS = [
  'blank lines after the imports',
  'trailing commas in long argument lists',
  'two spaces of indentation',
  'arrow functions passed as callbacks',
  'nested ternary expressions',
  'default exports of a module',
  'single-letter loop variables',
  'comments that end in a full stop',
  'unused parameters at the end of a signature',
  'template strings without a placeholder',
  'getters that change what they read',
  'labels on a loop',
  'bitwise operators in a condition',
  'empty catch blocks',
  'numbers written in octal',
  'spread syntax in a constructor call',
  'quotes around property names',
  'classes that extend nothing',
  'regular expressions with named groups',
  'chained calls on one line',
  'optional chaining inside a delete',
  'a switch without a default branch',
  'async functions that never wait',
  'headings that skip a level',
  'images without an alternative text',
  'buttons that are built from a plain element',
  'colours given by name',
  'selectors deeper than three steps',
  'units on a length of zero',
  'keys in alphabetical order',
  'type assertions on a literal',
  'interfaces with a single call signature',
  'enumerations with computed members',
  'generics that are used only once',
  'triple slash references',
  'private members that start with an underscore',
  'public fields that are never assigned',
  'tests with the same title',
  'hooks that are called in a branch',
  'props that are passed on unchanged',
] as const

const PLACES = [
  'in a component file',
  'in the body of a loop',
  'at the top of a module',
  'within a test suite',
  'in a style sheet',
  'when a file is longer than a screen',
  'unless a comment says why',
  'in declarations of types',
  'outside of the main entry',
  'where a library expects them',
  'in generated code',
  'in a single expression',
  'next to a decorator',
  'in the last position',
  'on every platform',
  'in configuration files',
  'between two statements',
  'in the arguments of a call',
  'across a whole package',
  'in a public interface',
] as const

/** The first `count` of all combinations, in an order that mixes the parts. */
export function madeDistractors(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const action = ACTIONS[n % ACTIONS.length]
    const thing = THINGS[(n * 7) % THINGS.length]
    const place = PLACES[(n + Math.floor(n / THINGS.length)) % PLACES.length]
    return `${action} ${thing} ${place}.`
  })
}
