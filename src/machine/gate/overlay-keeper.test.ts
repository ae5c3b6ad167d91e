import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import { openOverlayKeeper } from './gate-keep.ts'
import { gatePlace } from './gate-seal.ts'

const overlay = (adapter: string) => ({
  adapter,
  riskMultiplier: 1.4,
  suggestedMaxRetries: 1,
  requireApproval: true,
  reason: 'it fails',
  since: 5,
})

const HEAD = { journal: 'j', position: 7 }
const UNREADABLE = 'overlays.json is missing, damaged or outdated.'

function open() {
  const home = temporaryFolder()
  const place = gatePlace({ home, hooks: home }, { METTLE_HOME: temporaryFolder() })
  const failures: unknown[] = []
  const file = openOverlayKeeper(place, (error) => failures.push(error))
  const [path, far] = [join(home, 'overlays.json'), join(place.far, 'overlays.json')]
  return { home, place, path, far, failures, file }
}

describe('the overlay file', () => {
  it('is not begun for nothing', () => {
    const { file, path, far } = open()
    file.keep([], HEAD)
    expect([existsSync(path), existsSync(far)]).toEqual([false, false])
    expect(file.read()).toBeUndefined()
  })

  it('holds what was kept last, in one order, and leaves nothing beside it', () => {
    const { file, path, home } = open()
    file.keep([overlay('npm'), overlay('git')], HEAD)
    expect(file.read()).toEqual([overlay('git'), overlay('npm')])
    const text = readFileSync(path, 'utf8')
    file.keep([overlay('git'), overlay('npm')], { journal: 'j', position: 8 })
    expect(readFileSync(path, 'utf8')).toBe(text)
    file.keep([], { journal: 'j', position: 9 })
    expect(file.read()).toEqual([])
    expect(readdirSync(home)).toEqual(['overlays.json', 'overlays.json.kept'])
  })

  it.each([
    ['is deleted near the hooks', ({ path }) => rmSync(path)],
    ['is deleted outside of the project', ({ far }) => rmSync(far)],
    ['lost the key of its seal', ({ place }) => rmSync(place.key)],
    [
      'is altered in both places',
      ({ path, far }) => {
        const text = readFileSync(path, 'utf8').replace('true', 'false')
        for (const file of [path, far]) writeFileSync(file, text)
      },
    ],
    ['is put back from earlier', ({ path, home }) => copyFileSync(join(home, 'earlier'), path)],
    ['is replaced by one without a seal', ({ path }) => writeFileSync(path, '{"version":1,"overlays":[]}')],
  ] satisfies [string, (world: ReturnType<typeof open>) => void][])(
    'says so where it %s, and is written again from the journal',
    (_, change) => {
      const world = open()
      world.file.keep([overlay('git')], HEAD)
      copyFileSync(world.path, join(world.home, 'earlier'))
      world.file.keep([overlay('git'), overlay('npm')], HEAD)
      change(world)
      expect(() => world.file.read()).toThrow(UNREADABLE)
      world.file.keep([overlay('git'), overlay('npm')], HEAD)
      expect(world.file.read()).toHaveLength(2)
    },
  )

  it.each(['', 'not json', '[]', '{"overlays":7}', '{"overlays":[{"adapter":"x"}]}', '{"overlays":[null]}'])(
    'says so when it holds %j',
    (text) => {
      const { file, path } = open()
      writeFileSync(path, text)
      expect(() => file.read()).toThrow(UNREADABLE)
      file.keep([overlay('git')], HEAD)
      expect(file.read()).toHaveLength(1)
    },
  )

  it('counts as an earlier version left it, until it is kept with a seal', () => {
    const { file, path } = open()
    writeFileSync(path, JSON.stringify({ version: 1, overlays: [overlay('git')] }))
    expect(file.read()).toEqual([overlay('git')])
    file.keep([], HEAD)
    expect(file.read()).toEqual([])
  })

  it('is only added to by another journal, or by one that lost events, until a person accepts that', () => {
    const { file } = open()
    file.keep([overlay('git')], HEAD)
    for (const head of [
      { journal: 'new', position: 1 },
      { journal: 'new', position: 90 },
      { journal: 'j', position: 3 },
    ]) {
      file.keep([overlay('npm')], head)
      expect(file.read()?.map(({ adapter }) => adapter)).toEqual(['git', 'npm'])
    }
    file.keep([], { journal: 'new', position: 91, isAccepted: true })
    expect(file.read()).toEqual([])
    file.keep([overlay('aws')], { journal: 'new', position: 92 })
    expect(file.read()).toHaveLength(1)
  })

  it('does not follow a link, neither to read nor to write', () => {
    const { file, path, home } = open()
    const elsewhere = join(home, 'elsewhere')
    writeFileSync(elsewhere, '{"version":1,"overlays":[]}')
    symlinkSync(elsewhere, path)
    symlinkSync(elsewhere, `${path}.${process.pid}.tmp`)
    expect(() => file.read()).toThrow(UNREADABLE)
    file.keep([overlay('git')], HEAD)
    expect(file.read()).toHaveLength(1)
    expect(readFileSync(elsewhere, 'utf8')).toBe('{"version":1,"overlays":[]}')
  })

  it('takes a link that leads nowhere for damage, not for a project without overlays', () => {
    const { file, path, home } = open()
    symlinkSync(join(home, 'nowhere'), path)
    expect(() => file.read()).toThrow(UNREADABLE)
  })

  it('reports a failure to write, and does not throw', () => {
    const { file, path, failures } = open()
    mkdirSync(path)
    file.keep([overlay('git')], HEAD)
    expect(failures).toHaveLength(1)
  })
})
