// Feeds every door with inputs until the time is over, each in a process of its own: one that hangs, or takes too much memory, is
// ended and told like any other failure. `npm run fuzz -- --minutes 30 --target verdict --seed 7`.
import '../scripts/quiet-pipe.mjs'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { TARGET_NAMES } from './targets/catalogue.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const KEPT = join(ROOT, '.cache', 'fuzz')
/** One input may take so long before it counts as one that never ends. */
const PATIENCE_MS = 60_000

const HELP = `npm run fuzz -- [options]

  --minutes N    how long, shared out among the targets; 10
  --target NAME  only this one, as often as you like
  --seed N       the same inputs again
  --input FILE   one kept input, for the target
  --list         names of targets`

const values = valuesOf()
const chosen = values.target ?? TARGET_NAMES
const unknown = chosen.filter((name) => !TARGET_NAMES.includes(name))
if (values.help) console.log(HELP)
else if (values.list) console.log(TARGET_NAMES.join('\n'))
else if (unknown.length > 0) refuse(`There is no target ${unknown.join(', ')}. There are: ${TARGET_NAMES.join(', ')}`)
else if (!(Number(values.minutes) > 0)) refuse(`--minutes: '${values.minutes}' is not a number above 0.`)
else if (values.input !== undefined) process.exitCode = await rerun(chosen[0]!, values.input)
else process.exitCode = await fuzzAll()

function valuesOf() {
  try {
    return parseArgs({
      options: {
        minutes: { type: 'string', default: '10' },
        target: { type: 'string', multiple: true },
        seed: { type: 'string' },
        input: { type: 'string' },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    return refuse(`${(error as Error).message}\n\n${HELP}`)
  }
}

async function fuzzAll(): Promise<number> {
  const seed = values.seed ?? String(Math.floor(Math.random() * 1e6))
  const seconds = Math.max(1, Math.round((Number(values.minutes) * 60) / chosen.length))
  console.log(`${chosen.length} targets, ${seconds} s each, seed ${seed}`)
  let failures = 0
  for (const [index, name] of chosen.entries()) {
    process.stdout.write(`${`${index + 1}/${chosen.length}`.padEnd(6)} ${name.padEnd(18)} `)
    const end = await inChild(name, ['--seed', seed, '--seconds', String(seconds)])
    console.log(end.said)
    if (end.failed) failures += 1
  }
  console.log(failures === 0 ? 'Nothing was broken.' : `${failures} targets failed.`)
  return failures === 0 ? 0 : 1
}

async function rerun(name: string, file: string): Promise<number> {
  if (!existsSync(file)) refuse(`There is no file ${file}.`)
  const end = await inChild(name, ['--input', file])
  console.log(end.said)
  return end.failed ? 1 : 0
}

interface End {
  readonly failed: boolean
  readonly said: string
}

/** The child leaves the input that it reads in a file, and says that it lives; the last line of it is the result. */
function inChild(name: string, args: readonly string[]): Promise<End> {
  const folder = join(KEPT, name)
  mkdirSync(folder, { recursive: true })
  const current = join(folder, 'current')
  rmSync(current, { force: true })
  const child = spawn(
    process.execPath,
    [
      '--max-old-space-size=600',
      '--import',
      'tsx',
      join(ROOT, 'fuzz', 'child.ts'),
      '--target',
      name,
      '--folder',
      folder,
      ...args,
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let [said, wrong] = ['', '']
  let heardAt = Date.now()
  let isStuck = false
  child.stdout.on('data', (piece: Buffer) => {
    said += piece
    heardAt = Date.now()
  })
  child.stderr.on('data', (piece: Buffer) => {
    wrong = `${wrong}${piece}`.slice(-4_000)
  })
  const watch = setInterval(() => {
    isStuck = Date.now() - heardAt > PATIENCE_MS
    if (isStuck) child.kill('SIGKILL')
  }, 500)
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearInterval(watch)
      const result = said.trimEnd().split('\n').at(-1)?.replace(/^\.+/, '') ?? ''
      if (code === 0) resolve({ failed: false, said: result })
      else
        resolve({
          failed: true,
          said: failureText(name, {
            current,
            isStuck,
            why: said.replace(/^[.\n]+/, '') || `it ended with ${signal ?? code}\n${wrong}`,
          }),
        })
    })
  })
}

function failureText(
  name: string,
  { current, isStuck, why }: { current: string; isStuck: boolean; why: string },
): string {
  const input = existsSync(current) ? readFileSync(current) : Buffer.from('')
  const saved = join(KEPT, name, `failure-${createHash('sha256').update(input).digest('hex').slice(0, 8)}.json`)
  writeFileSync(saved, input)
  const what = isStuck ? `did not end within ${PATIENCE_MS / 1_000} s` : why.trim().slice(0, 3_000)
  return `FAILED: ${what}\n       npm run fuzz -- --target ${name} --input ${relative(ROOT, saved)}`
}

function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}
