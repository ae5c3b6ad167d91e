import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'
import { runCli } from '../front-doors/run-cli.ts'
import { mettleWords } from '../front-doors/shell-words.ts'
import { git, temporaryFolder } from '../repositories/repository.ts'

/** A repository at /home/ann/parcels, as a page prints it, and a person there who types. */
class Reader {
  readonly home = temporaryFolder()
  readonly folder = join(this.home, 'parcels')
  private readonly shown = new Map<string, string>()
  private now = Date.UTC(2026, 0, 12, 9)

  constructor() {
    mkdirSync(this.folder)
    git(this.folder, 'init', '-q')
    writeFileSync(join(this.folder, 'README.md'), this.folder)
    git(this.folder, 'add', '.')
    git(this.folder, 'commit', '-q', '-m', 'begin')
  }

  /** The reader of one page writes a file; where it is an agent's last message, the agent has done the work that it names. */
  write(path: string, text: string): void {
    if (path === 'last-message.txt')
      this.write('src/client.ts', 'const token = read()\nif (isExpired(token)) renew()\n')
    mkdirSync(join(this.folder, path, '..'), { recursive: true })
    writeFileSync(join(this.folder, path), text)
  }

  /** Types a line, answers its questions, and gives what is on the screen then, with the ids that the page shows. */
  async types(line: string, answers: readonly string[] = []): Promise<string[]> {
    this.now += 60_000
    const words = mettleWords(line).map((word) => this.real(word))
    const environment = { HOME: this.home, USER: 'ann', METTLE_HOLDOUT_SHARE: '0' }
    const setting = { cwd: this.folder, environment, now: this.now }
    const asked = answers.length === 0 ? setting : { ...setting, terminal: 200, typed: answers }
    const { stdout, stderr } = await runCli(words, asked)
    const left = [...answers]
    // The terminal echoes what is typed; here there is none.
    const screen = `${stderr}${stdout}`.replace(/\[y\/N\] /g, (question) => `${question}${left.shift()}\n`)
    return [`$ ${line}`, ...this.asShown(screen.trimEnd()).split('\n')]
  }

  private asShown(text: string): string {
    return text
      .replaceAll(this.home, '/home/ann')
      .replace(new RegExp(`(?<=(?:from|by) |^ +)${userInfo().username}(?=\\)|,| allowed)`, 'gm'), 'ann')
      .replace(/\b[\d.]+ kB/g, '152 kB')
      .replace(
        /\b(?:01[0-9A-Z]{24}|[ae]-[0-9a-f]{12}|(?:folder|repo)-[0-9a-f]{20}|[0-9a-f]{12}|(?<!p-)[0-9a-f]{16})\b/g,
        (id) => {
          if (!this.shown.has(id)) this.shown.set(id, exampleOf(id, this.shown.size))
          return this.shown.get(id)!
        },
      )
  }

  private real(word: string): string {
    return [...this.shown].reduce((text, [id, example]) => text.replaceAll(example, id), word)
  }
}

/** An id of the same form that stays the same from run to run. */
function exampleOf(id: string, index: number): string {
  const hash = createHash('sha256').update(`${index}`).digest('hex')
  if (id.startsWith('01')) return `01K${hash.slice(0, 23).toUpperCase()}`
  const dash = id.indexOf('-') + 1
  return `${id.slice(0, dash)}${hash.slice(0, id.length - dash)}`
}

/** What a page takes for granted: what is on record or in a file before its first line is typed. */
const PAGES: Readonly<Record<string, (reader: Reader) => Promise<unknown> | unknown>> = {
  'back-up': async (reader) => {
    await reader.types('mettle init')
    await reader.types('mettle rule add "Write dates in UTC"')
  },
  'bring-your-history': async (reader) => {
    await reader.types('mettle init')
    const lesson = 'Always run the migrations before the tests, otherwise they use an old schema'
    reader.write('.learnings/archive/builder-a1.json', JSON.stringify({ pattern_to_remember: lesson }))
  },
  rules: (reader) => reader.types('mettle init'),
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

/** Pages whose commands do not end by themselves, or need another machine. */
const NOT_PLAYED = ['serve']

it.each(Object.entries(PAGES))(
  '%s prints what it says',
  async (name, prepare) => {
    const path = join(ROOT, 'docs', 'how-to', `${name}.md`)
    const reader = new Reader()
    await prepare(reader)
    const pieces = readFileSync(path, 'utf8').split(/^(```\w*\n[\s\S]*?^```\n)/m)
    const page: string[] = []
    for (const piece of pieces) {
      const [, language, block = ''] = /^```(\w+)\n([\s\S]*?)```\n$/.exec(piece) ?? []
      const file = /`(\S+\.\w+)`[^`]*:\n\n$/.exec(page.at(-1) ?? '')?.[1]
      if (file !== undefined && language !== 'console') reader.write(file, block)
      if (language !== 'console' || !block.startsWith('$ ')) {
        page.push(piece)
        continue
      }
      const screen: string[] = []
      for (const typed of block
        .trimEnd()
        .split(/\n?^\$ /m)
        .slice(1)) {
        const answers = [...typed.matchAll(/\[y\/N\] (\w+)$/gm)].map(([, answer]) => answer!)
        screen.push(...(await reader.types(typed.split('\n')[0]!, answers)))
      }
      page.push(`\`\`\`console\n${screen.join('\n').trimEnd()}\n\`\`\`\n`)
    }
    await expect(page.join('')).toMatchFileSnapshot(path)
  },
  120_000,
)

it('plays every page that shows a console', () => {
  const folder = join(ROOT, 'docs', 'how-to')
  const shown = readdirSync(folder).filter((name) => /^```console\n\$ /m.test(readFileSync(join(folder, name), 'utf8')))
  const played = [...Object.keys(PAGES), ...NOT_PLAYED].map((name) => `${name}.md`)
  expect(shown.sort()).toEqual(played.sort())
})
