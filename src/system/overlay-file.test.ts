import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/repositories/repository.ts'
import { openOverlayFile } from './overlay-file.ts'

const overlay = (adapter: string) => ({
  adapter,
  riskMultiplier: 1.4,
  suggestedMaxRetries: 1,
  requireApproval: true,
  reason: 'it fails',
  since: 5,
})

function open() {
  const home = temporaryFolder()
  const failures: unknown[] = []
  return {
    home,
    path: join(home, 'overlays.json'),
    failures,
    file: openOverlayFile(home, (error) => failures.push(error)),
  }
}

describe('the overlay file', () => {
  it('is not begun for nothing', () => {
    const { file, path } = open()
    file.keep([])
    expect(existsSync(path)).toBe(false)
    expect(file.read()).toBeUndefined()
  })

  it('holds what was kept last, in one order, and leaves nothing beside it', () => {
    const { file, path, home } = open()
    file.keep([overlay('npm'), overlay('git')])
    expect(file.read()).toEqual([overlay('git'), overlay('npm')])
    const text = readFileSync(path, 'utf8')
    file.keep([overlay('git'), overlay('npm')])
    expect(readFileSync(path, 'utf8')).toBe(text)
    file.keep([])
    expect(file.read()).toEqual([])
    expect(readdirSync(home)).toEqual(['overlays.json'])
  })

  it.each(['', 'not json', '[]', '{"overlays":7}', '{"overlays":[{"adapter":"x"}]}', '{"overlays":[null]}'])(
    'says so when it holds %j',
    (text) => {
      const { file, path } = open()
      writeFileSync(path, text)
      expect(() => file.read()).toThrow('overlays.json cannot be read.')
      file.keep([overlay('git')])
      expect(file.read()).toHaveLength(1)
    },
  )

  it('does not follow a link, neither to read nor to write', () => {
    const { file, path, home } = open()
    const elsewhere = join(home, 'elsewhere')
    writeFileSync(elsewhere, '{"version":1,"overlays":[]}')
    symlinkSync(elsewhere, path)
    symlinkSync(elsewhere, `${path}.${process.pid}.tmp`)
    expect(() => file.read()).toThrow('overlays.json cannot be read.')
    file.keep([overlay('git')])
    expect(file.read()).toHaveLength(1)
    expect(readFileSync(elsewhere, 'utf8')).toBe('{"version":1,"overlays":[]}')
  })

  it('takes a link that leads nowhere for damage, not for a project without overlays', () => {
    const { file, path, home } = open()
    symlinkSync(join(home, 'nowhere'), path)
    expect(() => file.read()).toThrow('overlays.json cannot be read.')
  })

  it('tells of a failure to write, and does not throw', () => {
    const { file, path, failures } = open()
    mkdirSync(path)
    file.keep([overlay('git')])
    expect(failures).toHaveLength(1)
  })
})
