import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CLAUDE, PLAYED_CLIENTS } from './clients.ts'
import type { PlayedClient } from './played-session.ts'
import { TranscriptWorld } from './transcript-world.ts'

const worlds: TranscriptWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

/** A project that has had its journal since a day, with clients connected by `mettle init`. */
async function begin(client: PlayedClient, since: string, clients: readonly string[]): Promise<TranscriptWorld> {
  const world = new TranscriptWorld(client)
  worlds.push(world)
  await world.command(async () => undefined)
  const home = join(world.root, '.mettle')
  utimesSync(join(home, 'project.json'), new Date(since), new Date(since))
  writeFileSync(join(home, 'agents.json'), JSON.stringify({ node: 'node', cli: 'bin.js', clients }))
  return world
}

const learned = async (world: TranscriptWorld) => {
  await world.command((mettle) => mettle.learn())
  return (await world.command((mettle) => mettle.sessions())).map(({ run, client, prompts, steps }) => ({
    run,
    client,
    prompts,
    steps,
  }))
}

describe('a session of which every hook was lost', () => {
  it.each(PLAYED_CLIENTS)('is found by mettle learn where $client is connected, once', async (client) => {
    const world = await begin(client, '2026-01-01', [client.client])
    world.write()
    const found = [{ run: client.session, client: client.client, prompts: 4, steps: 8 }]
    expect(await learned(world)).toEqual(found)
    expect((await world.story()).lessons.join()).toContain('Run `npm run build` before `npm test`')
    const events = await world.events()
    expect(await learned(world)).toEqual(found)
    expect(await world.events()).toBe(events)
  })

  it.each(PLAYED_CLIENTS)('is left alone where $client is not connected', async (client) => {
    const world = await begin(
      client,
      '2026-01-01',
      PLAYED_CLIENTS.flatMap((one) => (one === client ? [] : [one.client])),
    )
    world.write()
    expect(await learned(world)).toEqual([])
  })

  it('is left alone where it began before the project had a journal, or in another folder', async () => {
    const before = await begin(CLAUDE, '2026-02-01', ['claude-code'])
    before.write()
    expect(await learned(before)).toEqual([])
    const beside = await begin(CLAUDE, '2026-01-01', ['claude-code'])
    CLAUDE.write(16, { ...beside.place, root: `${beside.root}-two` })
    expect(await learned(beside)).toEqual([])
  })
})
