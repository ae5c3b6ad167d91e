import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, inject, it } from 'vitest'
import { answerHook } from '../../src/edges/hook/entry/answer-hook.ts'
import { ROOT } from '../architecture/source-files.ts'
import { runCli } from '../front-doors/run-cli.ts'
import { mettleWords, shellWords } from '../front-doors/shell-words.ts'
import { git, temporaryFolder } from '../repositories/repository.ts'
import { administrator, freshName } from '../servers/with-postgres.ts'
import { CLAUDE } from '../transcripts/clients.ts'
import { BEGAN, PLAYED, timeOf } from '../transcripts/played-session.ts'

const DAY_MS = 86_400_000

/** A repository at /home/ann/parcels, as a page prints it, and a person there who types. */
class Reader {
  readonly home = temporaryFolder()
  readonly environment: Record<string, string> = { HOME: this.home, USER: 'ann', METTLE_HOLDOUT_SHARE: '0' }
  /** What happens by itself before a line is typed for the first time. */
  readonly before = new Map<string, () => unknown>()
  folder = this.repository('parcels')
  now = Date.UTC(2026, 0, 12, 9)
  /** Addresses of this machine, by those that the page shows. */
  readonly addresses = new Map([['/home/ann', this.home]])
  private readonly shown = new Map<string, string>()

  /** A repository with one commit, beside the others. */
  repository(name: string, files: Readonly<Record<string, string>> = {}): string {
    const folder = join(this.home, name)
    for (const [path, text] of Object.entries({ 'README.md': folder, ...files })) put(join(folder, path), text)
    git(folder, 'init', '-q')
    git(folder, 'add', '.')
    git(folder, 'commit', '-q', '-m', 'begin')
    return folder
  }

  /** The reader of one page writes a file; where it is an agent's last message, the agent has done the work that it names. */
  write(path: string, text: string): void {
    if (path === 'last-message.txt')
      this.write('src/client.ts', 'const token = read()\nif (isExpired(token)) renew()\n')
    put(join(this.folder, path), text)
  }

  /** Types a line, answers its questions, and gives what is on the screen then, with the ids that the page shows. */
  async types(line: string, answers: readonly string[] = []): Promise<string[]> {
    this.now += 60_000
    await this.before.get(line)?.()
    this.before.delete(line)
    const [program, ...rest] = shellWords(line).map((word) => this.real(word))
    const [name = '', value = ''] = rest[0]?.split(/=(.*)/s) ?? []
    if (program === 'export') this.environment[name] = value
    else if (program === 'unset') delete this.environment[name]
    else if (program === 'cd') this.folder = resolve(this.folder, rest[0]!)
    else if (program === 'git') git(this.folder, ...rest)
    else return [`$ ${line}`, ...(await this.runs(line, answers))]
    return [`$ ${line}`]
  }

  private async runs(line: string, answers: readonly string[]): Promise<string[]> {
    const words = mettleWords(line).map((word) => this.real(word))
    const [, piped] = /^echo '(.*)' \|/.exec(line) ?? []
    const stdin = piped === undefined ? {} : { stdin: piped }
    const setting = { cwd: this.folder, environment: this.environment, now: this.now, ...stdin }
    const asked = answers.length === 0 ? setting : { ...setting, terminal: 200, typed: answers }
    const { stdout, stderr } = await runCli(words, asked)
    const left = [...answers]
    // The terminal echoes what is typed; here there is none.
    const screen = `${stderr}${stdout}`.replace(/\[y\/N[^\]]*\] /g, (question) => `${question}${left.shift()}\n`)
    return this.asShown(screen.trimEnd()).split('\n')
  }

  private asShown(text: string): string {
    return [...this.addresses]
      .reduce((all, [example, real]) => all.replaceAll(real, example), text)
      .replace(new RegExp(`(?<=(?:from|by) |^ +|\\S  )${userInfo().username}(?=\\)|,| allowed|  )`, 'gm'), 'ann')
      .replace(/\b[\d.]+ kB/g, '152 kB')
      .replace(/\bmettle_[\w-]{43}/g, 'mettle_8K2h5bXqv0wZ1c7LrTn4Dg9sYpJfUe3AiMoEtCuWxRk')
      .replace(
        /\b(?:01[0-9A-Z]{24}|[ae]-[0-9a-f]{12}|(?:[\w-]+)-[0-9a-f]{20}|(?<!-)(?!2026\d{4}\b)(?:[0-9a-f]{4}){2,3}(?!-)|(?<!p-)[0-9a-f]{16})\b/g,
        (id) => {
          if (!this.shown.has(id)) this.shown.set(id, exampleOf(id, this.shown.size))
          return this.shown.get(id)!
        },
      )
  }

  private real(word: string): string {
    const real = [...this.shown].map(([id, example]) => [example, id] as const)
    return [...real, ...this.addresses].reduce((text, [example, there]) => text.replaceAll(example, there), word)
  }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** An id of the same form that stays the same from run to run. */
function exampleOf(id: string, index: number): string {
  const hash = createHash('sha256').update(`${index}`).digest('hex')
  if (id.length === 26) return `01K${hash.slice(0, 23).toUpperCase()}`
  const dash = id.indexOf('-') + 1
  return `${id.slice(0, dash)}${hash.slice(0, id.length - dash)}`
}

/** A real PostgreSQL server, or why there is none. */
const SERVER = inject('postgres')

/** What a page takes for granted: what is on record or in a file before its first line is typed. */
const PAGES: Readonly<Record<string, (reader: Reader) => Promise<unknown> | unknown>> = {
  'back-up': async (reader) => {
    await reader.types('mettle init')
    await reader.types('mettle rule add "Write dates in UTC"')
  },
  'bring-your-history': async (reader) => {
    await reader.types('mettle init')
    const lesson = 'Always run the migrations before the tests, otherwise they use an old schema'
    CLAUDE.write(PLAYED.length, { root: reader.folder, home: reader.home })
    reader.write('.learnings/archive/builder-a1.json', JSON.stringify({ pattern_to_remember: lesson }))
  },
  rules: (reader) => reader.types('mettle init'),
  'share-patterns': async (reader) => {
    const settings = '{ "share": { "trusted": ["web"] } }'
    const lesson = 'Always warm the cache before the tests, otherwise the first one times out'
    const pending = JSON.stringify({ pattern_to_remember: lesson })
    reader.repository('api', { 'mettle.config.json': settings, '.learnings/pending/builder-a1.json': pending })
    reader.repository('depots')
    for (const project of ['../api', '../depots', '../parcels']) {
      await reader.types(`cd ${project}`)
      await reader.types('mettle init')
    }
    await reader.types('mettle rule add "Write dates in UTC"')
    await reader.types(`mettle learning record --lesson "Depot ids are strings, so never compare them as numbers"`)
    await reader.types('mettle learn')
  },
  'learn-from-tasks': async (reader) => {
    await reader.types('mettle init')
    await reader.types(
      'mettle learning record --agent builder --lesson "Always check the expiry of refresh tokens before every call"',
    )
    await reader.types('mettle learn')
    for (const task of ['t1', 't2', 't3'])
      await reader.types(
        `mettle outcome record --run old --task ${task} --strategy "Split by file type" --result failure --duration-ms 1 --errors 3 --retries 0`,
      )
  },
  'self-learning': () => undefined,
  'late-truth': async (reader) => {
    reader.now = Date.now()
    await reader.types('mettle init')
    await reader.types('mettle outcome record --run run-42 --result success')
    reader.before.set('git commit --quiet -m "Sort scans by time" --trailer "Mettle-Run: run-42"', () => {
      reader.write('src/scans.ts', 'scans.sort(byTime)\n')
      git(reader.folder, 'add', '.')
    })
    reader.before.set('mettle outcome watch --once', () => {
      reader.now += 2 * DAY_MS
      reader.addresses.set('8d0c2fe', git(reader.folder, 'rev-parse', 'HEAD').slice(0, 12))
    })
    reader.before.set('git commit --quiet -m "Close the handle" --trailer "Fixes: 8d0c2fe"', () => {
      reader.write('src/scans.ts', 'scans.sort(byTime)\nhandle.close()\n')
      git(reader.folder, 'add', '.')
    })
  },
  postgresql: async (reader) => {
    const url = new URL('url' in SERVER ? SERVER.url : expect.unreachable(SERVER.missing))
    const database = freshName('page')
    const sql = administrator(url.href)
    await sql.unsafe(`CREATE DATABASE ${database}`)
    await sql.end()
    url.pathname = `/${database}`
    reader.addresses.set('postgres://mettle@db.example:5432/mettle', url.href)
    reader.addresses.set('postgres://db.example:5432/mettle', `postgres://${url.host}${url.pathname}`)
    const depots = reader.repository('depots')
    await reader.types('cd ../depots')
    await reader.types('mettle init')
    await reader.types('mettle rule add "Write dates in UTC"')
    await reader.types('cd ../parcels')
    // Another project, whose journal is still a file.
    reader.before.set('mettle move --to postgres://mettle@db.example:5432/mettle', () => {
      reader.folder = depots
      delete reader.environment.METTLE_DATABASE_URL
      delete reader.environment.METTLE_ORGANISATION
    })
  },
  sessions: async (reader) => {
    reader.now = BEGAN - DAY_MS
    await reader.types('mettle init')
    const { client, session } = CLAUDE
    reader.environment.METTLE_HOOK_LEARN = 'false'
    const place = { root: reader.folder, home: reader.home }
    CLAUDE.write(PLAYED.length, place)
    for (let index = -1; index <= PLAYED.length; index++) {
      const { environment } = reader
      // Two steps never reach their hooks.
      if (index !== 2 && index !== 3)
        await answerHook({ ...CLAUDE.hook(index, place), client, environment, now: index < 0 ? BEGAN : timeOf(index) })
    }
    reader.addresses.set('4f7a1c52-0b7e-4c39-9f0e-2d1c3b4a5e6f', session)
    reader.now = BEGAN + DAY_MS
  },
  surfaces: async (reader) => {
    await reader.types('mettle init')
    const lessons = [
      'Always check the expiry of a token before you plan calls to the carrier API',
      'Python modules must not open database connections at import time, because tests import them all',
    ]
    for (const lesson of lessons) await reader.types(`mettle learning record --lesson "${lesson}"`)
    await reader.types('mettle learn')
  },
  secrets: () => undefined,
  uplift: async (reader) => {
    delete reader.environment.METTLE_HOLDOUT_SHARE
    await reader.types('mettle init')
    await reader.types(
      'mettle learning record --lesson "Run the migrations before the tests, otherwise they use an old schema"',
    )
    await reader.types('mettle learn')
  },
  serve: (reader) => reader.types('mettle init'),
  '../upgrade': async (reader) => {
    await reader.types('mettle init')
    await reader.types('mettle rule add "Write dates in UTC"')
  },
  '../reference/json': async (reader) => {
    await reader.types('mettle init')
    for (const [run, result] of [
      ['run-8', 'failure'],
      ['run-9', 'success'],
    ])
      await reader.types(`mettle outcome record --run ${run} --result ${result}`)
    reader.before.set('mettle error record --task bd-12 --message "tsc failed"', () =>
      reader.write('.mettle/journal.db', 'no journal'),
    )
  },
  clients: (reader) => {
    reader.repository('depots')
    put(join(reader.home, '.claude', 'settings.json'), '{}')
    reader.environment.PATH = reader.home
    writeFileSync(join(reader.home, 'mettle'), '#!/bin/sh\n', { mode: 0o755 })
  },
  gate: async (reader) => {
    await reader.types('mettle init')
    reader.write('mettle.policy.json', '{ "version": 1, "adapters": { "docker": { "deny": true } } }')
    await reader.types('mettle policy accept')
    reader.write('mettle.policy.json', '{ "version": 1 }')
  },
  'undo-and-replay': async (reader) => {
    await reader.types('mettle init')
    await reader.types(
      'mettle learning record --run r-17 --lesson "Always rebase onto main before a merge, otherwise the checks run on old code"',
    )
    await reader.types('mettle learn')
    await reader.types('mettle outcome record --run r-17 --result failure')
    await reader.types('mettle inject --role builder --run r-18')
    await reader.types(
      'mettle learning record --run r-19 --lesson "Use the staging key in tests, because the live key sends real parcels"',
    )
    await reader.types('mettle learn')
  },
}

it.for(Object.entries(PAGES))('%s prints what it says', { timeout: 120_000 }, async ([name, prepare], { skip }) => {
  skip(name === 'postgresql' && 'missing' in SERVER, 'there is no PostgreSQL server')
  const path = join(ROOT, 'docs', 'how-to', `${name}.md`)
  const isServer = (typed: string) => /mettle serve$/.test(typed.split('\n')[0]!)
  const reader = new Reader()
  await prepare(reader)
  const pieces = readFileSync(path, 'utf8').split(/^(```\w*\n[\s\S]*?^```\n)/m)
  const page: string[] = []
  for (const piece of pieces) {
    const [, language, block = ''] = /^```(\w+)\n([\s\S]*?)```\n$/.exec(piece) ?? []
    const file = /`(\S+\.\w+)`[^`]*:\n\n$/.exec(page.at(-1) ?? '')?.[1]
    if (file !== undefined && language !== 'console') reader.write(file, block)
    if (language !== 'console' || !block.startsWith('$ ') || isServer(block)) {
      page.push(piece)
      continue
    }
    const screen: string[] = []
    for (const typed of block
      .trimEnd()
      .split(/\n?^\$ /m)
      .slice(1)) {
      const answers = [...typed.matchAll(/\[y\/N[^\]]*\] (\w+)$/gm)].map(([, answer]) => answer!)
      screen.push(...(await reader.types(typed.split('\n')[0]!, answers)))
    }
    page.push(`\`\`\`console\n${screen.join('\n').trimEnd()}\n\`\`\`\n`)
  }
  await expect(page.join('')).toMatchFileSnapshot(path)
})

/** Where lines to type are not played here, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'README.md': 'readme-transcript.test.ts and first-hour.test.ts play it',
  'docs/index.md': 'first-hour.test.ts types these lines',
  'docs/tutorial.md': 'tutorial.test.ts plays it with an agent',
  'docs/how-to/ci.md': 'action.test.ts runs it; the values are variables of a job',
  'docs/how-to/dashboard.md': 'it opens a browser; test/browser does',
  'docs/how-to/editors.md': 'the pages on clients and rules play these lines',
  'docs/how-to/mcp.md': 'mcp.test.ts talks to the server; typed-commands.test.ts checks the lines',
}

it('shows no line to type without what it prints', () => {
  const pages = ['README.md', ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })]
    .map((name) => (name === 'README.md' ? name : join('docs', name)))
    .filter((name) => name.endsWith('.md') && !(name.startsWith('docs/reference/') && !name.endsWith('json.md')))
  const played = Object.keys(PAGES).map((name) => join('docs/how-to', `${name}.md`))
  const unplayed = pages.flatMap((page) => {
    const blocks = readFileSync(join(ROOT, page), 'utf8').matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)
    const isConsole = (language: string) => language === 'console' && played.includes(page)
    return [...blocks].flatMap(([, language = '', block = '']) =>
      isConsole(language) || ELSEWHERE[page] !== undefined || !/^ *(\$ )?mettle (?!mcp)/m.test(block)
        ? []
        : [`${page}: ${block.split('\n')[0]}`],
    )
  })
  expect(unplayed).toEqual([
    // There may be no Docker; package.test.ts runs what the image runs.
    expect.stringContaining('docs/how-to/container.md: docker run'),
    // The line of a script, which goes on or ends.
    expect.stringContaining('docs/how-to/gate.md: mettle gate'),
    // A person types a code, which is another one every time; person.test.ts does.
    'docs/how-to/gate.md: $ mettle policy loosen github --no-approval --reason "the token was renewed"',
    // What a program of the reader prints; library.test.ts runs it.
    expect.stringContaining('docs/how-to/library.md: not-found'),
  ])
})
