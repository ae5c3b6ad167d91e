import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openMettle } from '../../src/open.ts'
import { runCli } from '../front-doors/run-cli.ts'
import { shellWords } from '../front-doors/shell-words.ts'
import { initRepository } from '../repositories/repository.ts'
// Hooks have a deadline, and compiling a moment from source takes all of it.
import '../worlds/hook-world.ts'
import { OWN_TOKEN, testServer } from '../worlds/test-server.ts'

export interface Ended {
  readonly exitCode: number
  readonly output: string
}

/** An empty repository in which the story of a requirement is played. */
export class Project {
  readonly root = mkdtempSync(join(tmpdir(), 'mettle-requirement-'))
  readonly cwd = join(this.root, 'shop')
  readonly environment: Record<string, string> = {
    METTLE_HOME: join(this.root, 'home'),
    METTLE_HOLDOUT_SHARE: '0',
    METTLE_HOOK_LEARN: 'false',
    METTLE_HOOK_DEADLINE_MS: '10000',
    METTLE_SHARE_FOLDER: join(this.root, 'shared'),
  }
  now = Date.parse('2026-01-01T00:00:00Z')
  private readonly names = new Map<string, string>([['FOLDER', this.cwd]])

  constructor() {
    mkdirSync(this.cwd)
    initRepository(this.cwd)
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  take(name: string, value: string): void {
    this.names.set(name, value)
  }

  filled(text: string): string {
    return text.replace(/\b[A-Z]{4,}\b/g, (name) => this.names.get(name) ?? name)
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.cwd, path)), { recursive: true })
    appendFileSync(join(this.cwd, path), `${text}\n`)
  }

  async run(line: string): Promise<Ended> {
    this.now += 1_000
    const [, before = line, here, from] = /^(.*?)(?: <<< '(.*)'| < (\S+))?$/s.exec(line) ?? []
    const [program, ...words] = shellWords(before)
    if (program === 'GET') return this.get(words[0]!)
    if (program === 'git') return { exitCode: 0, output: this.git(...words) }
    if (program === 'cat') return { exitCode: 0, output: readFileSync(join(this.cwd, words[0]!), 'utf8') }
    if (program !== 'mettle') throw new Error(`'${line}' is no command of a story`)
    const stdin = here ?? (from === undefined ? undefined : readFileSync(join(this.cwd, from), 'utf8'))
    const { cwd, environment, now } = this
    const setting = { cwd, environment, now, ...(stdin === undefined ? {} : { stdin }) }
    const { exitCode, stdout, stderr } = await runCli(words, setting)
    return { exitCode, output: `${stdout}\n${stderr}` }
  }

  private async get(path: string): Promise<Ended> {
    const { cwd, environment } = this
    const mettle = await openMettle({ cwd, environment, now: () => this.now })
    try {
      const { status, body } = await testServer(mettle).call('GET', path, { token: OWN_TOKEN })
      return { exitCode: status === 200 ? 0 : 1, output: JSON.stringify(body) }
    } finally {
      await mettle.close()
    }
  }

  private git(...words: string[]): string {
    const who = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org']
    return execFileSync('git', [...who, ...words], { cwd: this.cwd, encoding: 'utf8' })
  }
}
