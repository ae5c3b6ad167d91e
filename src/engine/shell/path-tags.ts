const table = (rows: readonly string[]) =>
  rows.map((row) => row.split(': ').map((words): readonly string[] => words.split(' ')))

/** Tags of a change, by the extensions of its files. */
export const EXTENSION_TAGS = table([
  'ts tsx mts cts: typescript types typing',
  'js jsx mjs cjs: javascript node',
  'py pyi: python pytest',
  'tsx jsx css scss html vue svelte: frontend component components css react',
]).map(([extensions = [], tags = []]) => ({ extensions, tags }))

/** Tags of a change, by its paths: if one of `tokens` is a whole token of the path, the change has all of `tags`. Singular and plural are both listed, because keywords are compared literally. */
export const PATH_TAGS = table([
  'auth authentication authorization login oauth session sessions jwt: auth authentication authorization login token tokens session',
  'api apis route routes endpoint endpoints controller controllers rest graphql: api apis route routes endpoint endpoints request response',
  'test tests testing spec specs e2e fixtures: test tests testing fixture mock',
  'db database databases sql migration migrations schema prisma: database sql query schema migration migrations transaction',
  'ui component components view views frontend pages styles: component components frontend react css rendering',
  'config configs configuration settings env: config configuration settings environment',
  'build webpack vite rollup turbo makefile bundler: build builds bundle compile',
  'ci workflow workflows github gitlab pipeline deploy deployment docker dockerfile: pipeline deploy deployment docker workflow',
  'doc docs documentation readme changelog: docs documentation readme',
  'security crypto secret secrets permission permissions sanitize: security crypto secret secrets permission permissions validation',
  'cli command commands bin scripts: cli command commands script shell',
  'service services server backend worker workers queue jobs: service services server backend worker queue',
]).map(([tokens = [], tags = []]) => ({ tokens, tags }))

/** `src/a.test.TS` -> ts; nothing where there is no dot. */
export function extensionOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}
