import type { TokenRecord } from '../../domain/access-token.ts'
import { ORGANISATION_PROJECT } from '../../domain/scope.ts'
import type { TokenKeeper } from '../port.ts'
import type { SqlDriver } from '../sql/driver.ts'

/** The tokens of an organisation, in the scope in which it keeps what is common to its projects. */
export function postgresTokens(driver: SqlDriver, organisation: string): TokenKeeper {
  const scope = { organisation, project: ORGANISATION_PROJECT }
  const own = [organisation, ORGANISATION_PROJECT]
  const where = 'WHERE organisation = ? AND project = ?'
  return {
    list: () =>
      driver.read(scope, async (session) => {
        const rows = await session.all(`SELECT body FROM token ${where} ORDER BY id`, own)
        return rows.map(({ body }) => JSON.parse(String(body)) as TokenRecord)
      }),
    add: (record) =>
      driver.write(scope, (session) =>
        session.insert({
          table: 'token',
          columns: ['organisation', 'project', 'id', 'body'],
          rows: [[...own, record.id, JSON.stringify(record)]],
        }),
      ),
    remove: (id) =>
      driver.write(scope, async (session) => {
        const gone = await session.all(`DELETE FROM token ${where} AND id = ? RETURNING id`, [...own, id])
        return gone.length > 0
      }),
  }
}
