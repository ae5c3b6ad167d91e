/** What a file's extension says about a change. */
export const EXTENSION_TAGS: readonly {
  readonly extensions: readonly string[]
  readonly tags: readonly string[]
}[] = [
  { extensions: ['ts', 'tsx', 'mts', 'cts'], tags: ['typescript', 'types', 'typing'] },
  { extensions: ['js', 'jsx', 'mjs', 'cjs'], tags: ['javascript', 'node'] },
  { extensions: ['py', 'pyi'], tags: ['python', 'pytest'] },
  {
    extensions: ['tsx', 'jsx', 'css', 'scss', 'html', 'vue', 'svelte'],
    tags: ['frontend', 'component', 'components', 'css', 'react'],
  },
]
