import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

const DOCS = fileURLToPath(new URL('..', import.meta.url))

/** The pages of a folder by the titles that they give themselves. */
function pagesOf(folder: string) {
  return readdirSync(`${DOCS}/${folder}`)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => {
      const title = /^# (.+)$/m.exec(readFileSync(`${DOCS}/${folder}/${file}`, 'utf8'))?.[1] ?? file
      return { text: title.replaceAll('`', ''), link: `/${folder}/${file.replace(/\.md$/, '')}` }
    })
}

export default defineConfig({
  title: 'Mettle',
  description: 'The learning loop for AI coding agents',
  outDir: '../dist/site',
  cacheDir: '../node_modules/.cache/vitepress',
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  lastUpdated: false,
  // A link into the source has no page here; every other link that leads nowhere ends the build.
  ignoreDeadLinks: [/^(?:\.\.?\/)+(?:test|bench|examples|src)\//],
  markdown: { html: false },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'How it works', link: '/how-it-works' },
      { text: 'Commands', link: '/reference/commands' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'Tutorial', link: '/tutorial' },
          { text: 'How it works', link: '/how-it-works' },
          { text: 'Questions and answers', link: '/faq' },
          { text: 'How Mettle compares', link: '/comparison' },
          { text: 'Upgrade', link: '/upgrade' },
          { text: 'Windows and macOS', link: '/platforms' },
          { text: 'Privacy', link: '/privacy' },
          { text: 'Glossary', link: '/glossary' },
        ],
      },
      { text: 'How to', items: pagesOf('how-to') },
      { text: 'Reference', items: pagesOf('reference') },
      {
        text: 'Evidence',
        items: [
          { text: 'The gym', link: '/gym' },
          { text: 'The second time', link: '/second-time' },
        ],
      },
      {
        text: 'Decisions',
        collapsed: true,
        items: [{ text: 'Index', link: '/decisions/' }, ...pagesOf('decisions')],
      },
    ],
  },
})
