import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandEnd, CommandLine } from '../loop/learning/project-access.ts'
import { makePrivateFolder, PRIVATE_FILE } from './files/private-files.ts'

const MOST_OUTPUT = 262_144

/** Runs a program with literal arguments, without a shell. On a timeout or too much output, it is killed with everything it started. */
export function runCommand(command: CommandLine, cwd: string): Promise<CommandEnd> {
  const [program = '', ...args] = command.argv
  return new Promise((resolve) => {
    const isGroup = process.platform !== 'win32'
    const child = spawn(program, args, {
      cwd,
      detached: isGroup,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...command.environment },
      windowsHide: true,
    })
    let output = ''
    let problem: string | undefined
    const stop = (reason: string) => {
      problem ??= reason
      endAll(child.pid, isGroup)
      // A process that left the group may hold the pipes open; we do not wait for it.
      child.stdout.destroy()
      child.stderr.destroy()
    }
    const clock = setTimeout(() => stop(`it did not end within ${command.timeLimitMs / 1_000} s`), command.timeLimitMs)
    const take = (text: string) => {
      if (output.length < MOST_OUTPUT) output += text
      if (output.length >= MOST_OUTPUT) stop(`it printed more than ${MOST_OUTPUT} characters`)
    }
    // A character may arrive in two chunks; the streams join it.
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.stdin.on('error', () => undefined)
    child.stdin.end(command.input ?? '')
    const settle = (end: Omit<CommandEnd, 'output'>) => {
      clearTimeout(clock)
      resolve({ ...end, output: output.slice(0, MOST_OUTPUT) })
    }
    child.on('error', (error) =>
      settle({ problem: `${program} cannot be started (${(error as NodeJS.ErrnoException).code})` }),
    )
    child.on('close', (exitCode) => {
      if (problem !== undefined) settle({ problem })
      else if (exitCode === null) settle({ problem: 'it was killed' })
      else settle({ exitCode })
    })
  })
}

/** Kills the process group, because the program may have started others. */
function endAll(pid: number | undefined, isGroup: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(isGroup ? -pid : pid, 'SIGKILL')
  } catch {
    // Already ended.
  }
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/** Opens a link in the browser. Everybody on the machine can read a program's arguments, so the browser gets a private page that leads to the link. The returned function removes it. */
export function openBrowser(link: string, stateFolder: string): () => void {
  const folder = join(stateFolder, 'servers')
  const page = join(folder, `login-${randomUUID()}.html`)
  makePrivateFolder(folder)
  // The link is made of our own address and a code of letters, digits, `-` and `_`.
  const lead = `<meta http-equiv="refresh" content="0; url=${link}">`
  const text = `<!doctype html>\n<meta charset="utf-8">\n${lead}\n<title>Mettle</title>\n`
  writeFileSync(page, text, { mode: PRIVATE_FILE, flag: 'wx' })
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, page], { stdio: 'ignore', detached: true })
  // A machine without a browser: the link is printed as well.
  child.on('error', () => undefined)
  child.unref()
  return () => rmSync(page, { force: true })
}
