import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSpooled } from '../../src/loop/sessions/spool.ts'
import { HookWorld, shell } from '../../test/worlds/hook-world.ts'
import { holds, type Opened, type Target } from '../target.ts'

const EXPIRY = 'Always check the expiry before a token is refreshed'
const ASK = 'check expiry before the tokne is refreshed, and run the migratoins'

/** The bytes of a file as a text of one letter each, and back: mutation is by letters. */
const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const asBytes = (text: string) => Buffer.from(text, 'latin1')

/** Files between hooks and journal may be torn, or written by anyone: a hook that reads them ends, and takes no more memory than they have bytes. */
async function aheadWorld(): Promise<{ world: HookWorld; file: string }> {
  const world = new HookWorld({ METTLE_HOOK_DEADLINE_MS: '60000' })
  await world.know(EXPIRY, 'Run the migrations before the tests')
  return { world, file: join(world.hooks, 'ahead', 'patterns.bin') }
}

function precomputed(sample: string): Target {
  return {
    name: 'precomputed-file',
    isSlow: true,
    samples: [sample],
    words: [
      '"v":',
      '"sections":',
      '"records":[',
      '0,0]',
      '999999999]',
      '-1',
      '\0\0\0\0',
      '\xff\xff\xff\xff',
      '"rows":',
      '"states":[',
    ],
    open: async () => {
      const { world, file } = await aheadWorld()
      return {
        check: async (input) => {
          writeFileSync(file, asBytes(input))
          await endsSomehow(world, { moment: 'prompt', prompt: ASK })
          await endsSomehow(world, { moment: 'session-start', reason: 'startup' })
          await endsSomehow(world, { moment: 'before-tool', tool: shell('git push --force') })
        },
        close: () => world.remove(),
      }
    },
  }
}

/** Damage is an error, which the hook counts and passes over; it must end, and give no half answer. */
async function endsSomehow(world: HookWorld, call: Parameters<HookWorld['call']>[0]): Promise<void> {
  rmSync(join(world.hooks, 'sessions'), { recursive: true, force: true })
  const before = process.memoryUsage().arrayBuffers
  try {
    const { context = '' } = await world.call(call)
    holds(typeof context === 'string', 'what is told is a text')
  } catch (error) {
    holds(error instanceof Error, 'what is thrown is an error')
  }
  holds(process.memoryUsage().arrayBuffers - before < 64_000_000, 'a small file takes little memory')
}

/** What hooks left beside the journal. */
function spool(sample: string): Target {
  return {
    name: 'spool',
    isSlow: true,
    samples: sample
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `${line}\n`)
      .concat(sample),
    words: [
      '"v":1',
      '"id":',
      '"at":',
      '"type":"',
      'prompt-given.v1',
      'tool-used.v1',
      'session-started.v1',
      'outcome-recorded.v1',
      '"run":',
      '"client":',
      '"payload":{',
      '\n',
      '"text":',
      '"iteration":',
    ],
    open: () => spoolFolder(),
  }
}

async function spoolFolder(): Promise<Opened> {
  const world = new HookWorld()
  await world.command(async () => undefined)
  const folder = join(world.hooks, 'spool')
  let files = 0
  return {
    check: async (input) => {
      try {
        readSpooled(input)
      } catch (error) {
        holds(error instanceof Error, 'what is thrown is an error')
      }
      files += 1
      writeFileSync(join(folder, `${String(files).padStart(8, '0')}-1.jsonl`), asBytes(input))
      if (files % 8 !== 0) return
      await world.command((mettle) => mettle.keepUp())
      const left = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
      holds(left.length === 0, `${left.length} files were neither taken in nor set aside`)
      rmSync(join(folder, 'refused'), { recursive: true, force: true })
    },
    close: () => world.remove(),
  }
}

/** Real files are the samples: made by hooks and commands in a folder that is removed again. */
export async function fileTargets(): Promise<readonly Target[]> {
  const { world, file } = await aheadWorld()
  try {
    await world.call({ moment: 'session-start', reason: 'startup' })
    await world.call({ moment: 'prompt', prompt: ASK })
    await world.call({
      moment: 'after-tool',
      tool: shell('npm test', { ended: 'failed', exitCode: 1, output: 'FAIL a' }),
    })
    await world.call({ moment: 'turn-end', said: 'Done.' })
    const left = world.spooled().map((line) => JSON.stringify(line))
    return [precomputed(asText(readFileSync(file))), spool(`${left.join('\n')}\n`)]
  } finally {
    world.remove()
  }
}
