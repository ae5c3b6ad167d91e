import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder, PRIVATE_FILE } from './files/private-files.ts'

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/**
 * Opens a link in the user's browser, as well as can be. Arguments of a program are for everybody on the machine to read, so that the
 * browser is given a page that only the user can read and that leads on to the link. What is returned removes the page.
 */
export function openBrowser(link: string, stateFolder: string): () => void {
  const folder = join(stateFolder, 'servers')
  const page = join(folder, `login-${randomUUID()}.html`)
  makePrivateFolder(folder)
  writeFileSync(page, pageTo(link), { mode: PRIVATE_FILE, flag: 'wx' })
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, page], { stdio: 'ignore', detached: true })
  // A machine without a browser: the link is printed as well.
  child.on('error', () => undefined)
  child.unref()
  return () => rmSync(page, { force: true })
}

/** The link is made of our own address and a code of letters, digits, `-` and `_`. */
function pageTo(link: string): string {
  return `<!doctype html>\n<meta charset="utf-8">\n<meta http-equiv="refresh" content="0; url=${link}">\n<title>Mettle</title>\n`
}
