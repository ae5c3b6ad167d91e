import { type TokenRecord, withToken } from '../../domain/access-token.ts'
import { ORGANISATION_PROJECT } from '../../domain/scope.ts'
import type { TokenKeeper } from '../port.ts'
import type { SqlDriver, SqlSession } from '../sql/driver.ts'

/** The tokens of an organisation, in the scope in which it keeps what is common to its projects. */
export function postgresTokens(driver: SqlDriver, organisation: string): TokenKeeper {
  const scope = { organisation, project: ORGANISATION_PROJECT }
  const own = [organisation, ORGANISATION_PROJECT]
  const where = 'WHERE organisation = ? AND project = ?'
  const all = async (session: SqlSession) => {
    const rows = await session.all(`SELECT body FROM token ${where} ORDER BY id`, own)
    return rows.map(({ body }) => JSON.parse(String(body)) as TokenRecord)
  }
  const remove = (session: SqlSession, id: string) =>
    session.all(`DELETE FROM token ${where} AND id = ? RETURNING id`, [...own, id])
  return {
    list: () => driver.read(scope, all),
    add: (record) =>
      driver.write(scope, async (session) => {
        const before = await all(session)
        const after = withToken(before, record)
        if (after === undefined) return false
        for (const { id } of before.filter((known) => !after.includes(known))) await remove(session, id)
        await session.insert({
          table: 'token',
          columns: ['organisation', 'project', 'id', 'body'],
          rows: [[...own, record.id, JSON.stringify(record)]],
        })
        return true
      }),
    remove: (id) => driver.write(scope, async (session) => (await remove(session, id)).length > 0),
  }
}
