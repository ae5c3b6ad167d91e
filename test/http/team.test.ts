import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Role } from '../../src/domain/scope.ts'
import { createClient } from '../../src/edges/client/client.ts'
import { makeToken, revokeToken } from '../../src/edges/http/access/make-token.ts'
import { Figures } from '../../src/edges/http/figures.ts'
import { serve } from '../../src/edges/http/serve.ts'
import { type Mettle, openMettle } from '../../src/open.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { describeWithPostgres, freshName } from '../servers/with-postgres.ts'
import { LESSON } from '../worlds/test-loop.ts'
import { surroundingsOfMcp } from '../worlds/test-server.ts'

describeWithPostgres('a team on one server', (url) => {
  async function open(organisation: string, project: string, folder = temporaryFolder()): Promise<Mettle> {
    const environment = {
      METTLE_HOME: join(folder, 'home'),
      METTLE_DATABASE_URL: url,
      METTLE_HOLDOUT_SHARE: '0',
    }
    const flags = [`organisation=${organisation}`, `project=${project}`]
    const mettle = await openMettle({ cwd: folder, environment, flags, create: true, surface: 'http' })
    onTestFinished(() => mettle.close())
    return mettle
  }

  /** A server of the project `web`, for an organisation that has `web` and `api`. */
  async function team() {
    const organisation = freshName('team')
    const folder = temporaryFolder()
    const web = await open(organisation, 'web', folder)
    const api = await open(organisation, 'api')
    const serving = await serve(web, {
      host: '127.0.0.1',
      port: 0,
      publicUrl: '',
      callsPerMinute: 3_000,
      tokens: await web.tokens(),
      owner: 'owner',
      figures: new Figures(),
      mcp: surroundingsOfMcp(Date.now),
      version: '1.2.3',
      now: Date.now,
      onFault: (error) => {
        throw error
      },
    })
    onTestFinished(() => serving.close())
    const join_ = async (name: string, role: Role, projects: readonly string[]) => {
      const { secret } = await makeToken(await web.tokens(), { organisation, name, role, projects }, Date.now())
      return (project?: string) =>
        createClient({ url: serving.url, token: secret, ...(project === undefined ? {} : { project }) })
    }
    return { organisation, folder, web, api, serving, join: join_ }
  }

  it('lets each into their own projects, and into no other', async () => {
    const { join: joined } = await team()
    const ann = await joined('ann', 'write', ['web'])
    const bob = await joined('bob', 'read', ['api'])
    const eve = await joined('eve', 'approve', ['*'])
    expect((await ann().status()).project).toBe('web')
    expect((await bob().status()).project).toBe('api')
    expect((await eve().status()).project).toBe('web')
    expect((await eve('api').status()).project).toBe('api')
    await expect(ann('api').status()).rejects.toMatchObject({ code: 'project' })
    await expect(bob('web').status()).rejects.toMatchObject({ code: 'project' })
    await expect(eve('organisation').status()).rejects.toMatchObject({ code: 'config' })
  })

  it('writes each fact into the project that is meant, with the name of who told it', async () => {
    const { web, api, join: joined } = await team()
    const eve = await joined('eve', 'write', ['*'])
    await eve('api').recordLearning({ agent: 'builder', lesson: LESSON, run: 'r1' })
    expect((await web.feed()).events).toEqual([])
    const { events } = await api.feed()
    expect(events).toMatchObject([{ project: 'api', origin: { surface: 'http', actor: 'eve' } }])
  })

  it('keeps tokens in the database, where an organisation sees its own', async () => {
    const { folder, web, join: joined } = await team()
    await joined('ann', 'read', ['web'])
    expect(existsSync(join(folder, '.mettle', 'tokens.json'))).toBe(false)
    expect((await (await web.tokens()).list()).map(({ name }) => name)).toEqual(['ann'])
    const others = await open(freshName('others'), 'web')
    expect(await (await others.tokens()).list()).toEqual([])
  })

  it('refuses whoever was taken off, at the next call', async () => {
    const { web, join: joined } = await team()
    const ann = await joined('ann', 'read', ['web'])
    await ann().status()
    await revokeToken(await web.tokens(), 'ann')
    await expect(ann().status()).rejects.toMatchObject({ code: 'unauthorised' })
  })

  it('has the gate answered by who may approve, in their own name', async () => {
    const { join: joined } = await team()
    const bot = await joined('bot', 'write', ['web'])
    const ann = await joined('ann', 'approve', ['web'])
    await ann().tightenOverlay({
      adapter: 'npm',
      requireApproval: true,
      reason: 'a release cannot be taken back',
    })
    const asked = await bot().gate({ adapter: 'npm', action: 'publish' })
    expect(asked.decision).toBe('needs-approval')
    const answer = { approval: asked.approval, answer: 'allow' } as const
    await expect(bot().answerApproval(answer)).rejects.toMatchObject({ code: 'role' })
    expect(await ann().answerApproval(answer)).toMatchObject({ state: 'allowed', answer: { by: 'ann' } })
  })

  it('hears live what is written elsewhere, in its own project alone', async () => {
    const { web, api, join: joined } = await team()
    const ann = await joined('ann', 'read', ['web'])
    const stop = new AbortController()
    const heard = ann().live({ signal: stop.signal })[Symbol.asyncIterator]()
    await heard.next()
    await api.recordLearning({ agent: 'builder', lesson: LESSON, run: 'of-api' })
    await web.recordLearning({ agent: 'builder', lesson: LESSON, run: 'of-web' })
    expect((await heard.next()).value).toMatchObject({ position: 1, runs: ['of-web'] })
    stop.abort()
  })
})
