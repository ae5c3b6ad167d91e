import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { answerHook } from '../../src/edges/hook/entry/answer-hook.ts'
import { CLAUDE } from './clients.ts'
import { PLAYED, timeOf } from './played-session.ts'
import { TranscriptWorld } from './transcript-world.ts'

const worlds: TranscriptWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

async function begin(): Promise<TranscriptWorld> {
  const world = new TranscriptWorld(CLAUDE)
  worlds.push(world)
  await world.command(async () => undefined)
  return world
}

/** A hook that names a transcript of its own choice. */
async function named(world: TranscriptWorld, path: string): Promise<void> {
  const { event, payload } = CLAUDE.hook(0, world.place)
  const told = { ...payload, transcript_path: path }
  await answerHook({ payload: told, client: 'auto', event, environment: world.environment, now: timeOf(0) })
}

const read = async (world: TranscriptWorld) => (await world.settle()).filledIn
const NOTHING = 0
const ALL_BUT_ONE = PLAYED.length - 1

describe('the transcript that a payload names', () => {
  it('is read from wherever the client keeps it', async () => {
    const world = await begin()
    const elsewhere = join(world.folder, 'elsewhere', `${CLAUDE.session}.jsonl`)
    const path = world.write()
    mkdirSync(dirname(elsewhere))
    renameSync(path, elsewhere)
    await named(world, elsewhere)
    expect(await read(world)).toBe(ALL_BUT_ONE)
  })

  it('is not read where it lies in the repository', async () => {
    const world = await begin()
    const inside = join(world.root, `${CLAUDE.session}.jsonl`)
    renameSync(world.write(), inside)
    await named(world, inside)
    expect(await read(world)).toBe(NOTHING)
  })

  it('is not read through a link, nor behind one that leads out of the folder of the client', async () => {
    const world = await begin()
    const path = world.write()
    const inside = join(world.root, 'taken.jsonl')
    renameSync(path, inside)
    symlinkSync(inside, path)
    await named(world, path)
    expect(await read(world)).toBe(NOTHING)
    rmSync(dirname(path), { recursive: true })
    const folder = join(world.root, 'projects')
    mkdirSync(folder)
    renameSync(inside, join(folder, `${CLAUDE.session}.jsonl`))
    symlinkSync(folder, dirname(path))
    expect(await read(world)).toBe(NOTHING)
  })

  it('is not read where it is called otherwise, or names another session', async () => {
    const world = await begin()
    const path = world.write()
    const other = join(dirname(path), 'notes.jsonl')
    cpSync(path, other)
    rmSync(path)
    await named(world, other)
    expect(await read(world)).toBe(NOTHING)
    writeFileSync(path, readFileSync(other, 'utf8').replaceAll(CLAUDE.session, '00000000-0b7e-4c39-9f0e-2d1c3b4a5e6f'))
    expect(await read(world)).toBe(NOTHING)
    const { findings } = await world.command(async (mettle) => ({ findings: await mettle.doctor() }))
    expect(JSON.stringify(findings)).toMatch(/transcript/)
  })

  it('that is a folder, empty, garbled or gone stops nothing', async () => {
    const world = await begin()
    const path = world.write()
    await world.hook(0)
    for (const change of [
      () => writeFileSync(path, ''),
      () => writeFileSync(path, '\u0000\u0001{"a":\n[1,2]\nnull\n"x"\n{"type":"user"}\n'),
      () => rmSync(path),
      () => mkdirSync(path),
    ]) {
      change()
      expect(await read(world)).toBe(NOTHING)
    }
  })

  it('keeps no secret of what was typed or printed', async () => {
    const world = await begin()
    const path = world.write()
    const token = ['ghp_', 'R7dK2mQ9xLp4Vn8sWz3Tb6Hc1Yf5Jg0aEuQk'].join('')
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll('nothing to commit', `token ${token}`).replaceAll('who was here', token),
    )
    await world.settle()
    const shown = JSON.stringify(await world.command((mettle) => mettle.session(CLAUDE.session)))
    expect(shown).toContain('Make the login page')
    expect(shown).not.toContain(token)
  })
})
