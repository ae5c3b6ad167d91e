import { build } from 'esbuild'

/** The definitions without their implementations, which are loaded on use. */
const withoutWork = {
  name: 'without-work',
  setup: (bundle) =>
    bundle.onResolve({ filter: /./ }, ({ kind }) => (kind === 'dynamic-import' ? { external: true } : undefined)),
}

/** Where the server offers each verb, from the definitions of the verbs. */
export async function verbAddresses() {
  const { outputFiles } = await build({
    entryPoints: ['src/loop/verbs/catalogue.ts'],
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [withoutWork],
  })
  const { VERBS } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
  const addressed = Object.entries(VERBS).filter(([, { address }]) => address !== undefined)
  return Object.fromEntries(addressed.map(([name, { address }]) => [name, address]))
}
