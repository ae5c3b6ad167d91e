import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { didYouMean, notFound, UserError } from '../../domain/user-error.ts'
import { stateFolder } from '../../machine/files/user-folders.ts'
import { packageFiles } from '../../machine/package-files.ts'
import { openBrowser } from '../../machine/run-command.ts'
import { typeOf } from '../http/static-files.ts'
import { defineCommand, flag } from './command.ts'
import type { CommandContext } from './context.ts'
import { listOf } from './output/json-document.ts'
import { endSignal } from './until-signalled.ts'

/** The package folder, for both the source and the build. */
const PACKAGE = packageFiles().root

export const docsCommand = defineCommand({
  name: 'docs',
  summary: 'Open the documentation in a browser, or print a page of it.',
  description: `The pages come with the package: they are served on this machine until Ctrl-C, and nothing is fetched from elsewhere. With a page, prints it. Without a person at a terminal,
    lists the pages.`,
  arguments: [{ name: 'page', summary: 'A page, such as tutorial or how-to/rules.' }],
  options: { noOpen: flag('Serve the pages, and only print the link.') },
  examples: ['mettle docs', 'mettle docs tutorial', 'mettle docs how-to/rules', 'mettle docs --json'],
  run: async (context, { page, noOpen }) => {
    if (page !== undefined) return printPage(context, page)
    if (context.json || !(context.isTerminal || noOpen)) return listPages(context)
    await serveSite(context, noOpen)
  },
})

function pageNames(): string[] {
  return readdirSync(join(PACKAGE, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -3).replaceAll('\\', '/'))
    .sort()
}

const textOf = (name: string) => readFileSync(join(PACKAGE, 'docs', `${name}.md`), 'utf8')

function printPage(context: CommandContext, name: string): void {
  const names = pageNames()
  const wanted = name.replace(/^docs\/|\.md$/g, '')
  const found = names.find((one) => one === wanted) ?? names.find((one) => one.endsWith(`/${wanted}`))
  if (found === undefined)
    throw notFound(`There is no page '${name}'.${didYouMean(wanted, names)}`, 'mettle docs --json')
  context.show({ id: found, text: textOf(found) }, () => textOf(found))
}

function listPages(context: CommandContext): void {
  const pages = pageNames().map((id) => ({ id, title: /^# (.+)$/m.exec(textOf(id))?.[1] ?? id }))
  context.show(listOf(pages), () =>
    context.table(
      pages.map(({ id, title }) => [`mettle docs ${id}`, title]),
      { isLastProse: true },
    ),
  )
}

async function serveSite(context: CommandContext, noOpen: boolean): Promise<void> {
  const packed = join(PACKAGE, 'dist', 'site.br')
  if (!existsSync(packed))
    throw new UserError(
      'docs-not-built',
      'The site is not built in this clone.',
      `npm run docs:site in ${PACKAGE} builds it; mettle docs tutorial prints a page without it.`,
    )
  const files: Readonly<Record<string, string>> = JSON.parse(
    brotliDecompressSync(readFileSync(packed)).toString('utf8'),
  )
  const server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://127.0.0.1').pathname
    const name = [path, `${path}.html`, `${path}index.html`].find((one) => Object.hasOwn(files, one))
    const content = Buffer.from(files[name ?? '/404.html'] ?? '', 'latin1')
    response.writeHead(name === undefined ? 404 : 200, { 'content-type': typeOf(name ?? '.html') })
    response.end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const link = `http://127.0.0.1:${port}/`
  context.show({ link }, () => `${link}\n\nCtrl-C ends it.`)
  const close = noOpen ? undefined : openBrowser(link, stateFolder(context.environment))
  const { ending, off } = endSignal(context)
  try {
    await once(ending, 'abort')
  } finally {
    off()
    close?.()
    server.close()
    server.closeAllConnections()
  }
}
