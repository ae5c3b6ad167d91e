import type { ShellStep } from './shell-steps.ts'

const CLIENTS =
  /^(?:psql|mysql|mariadb|sqlite3?|sqlcmd|clickhouse(?:-client)?|duckdb|cockroach|usql|pgcli|mycli|litecli|bq|snowsql|snow|cqlsh|mongo(?:sh)?|(?:redis|valkey|keydb)-cli|wrangler|turso|heroku|supabase|osql|isql|sqlplus|trino|presto|beeline|hive|spark-sql|influx|neo4j|cypher-shell)$/

/** A file is not read, but its name may be enough: `psql -f drop_all.sql`, `mysql prod < wipe.sql`. */
const SAYS_SO = /(?:^|[\s/_.@"'-])(?:drop|wipe|truncate|nuke|destroy|purge|reset)[\w./-]*\.(?:sql|cql|ddl|m?js)\b/i

/** Whether a call of a database client drops, empties or changes everything. */
export function destroysRows({ program, args, input, feeder, redirects, written }: ShellStep): boolean {
  if (!CLIENTS.test(program) || args.includes(':memory:')) return false
  const fed =
    feeder !== undefined && /^(?:echo|printf|cat)$/.test(feeder.program)
      ? [feeder.args.join(' '), feeder.input ?? '']
      : []
  const texts = [...args, input ?? '', ...fed]
  const opened = redirects.filter(({ writes }) => !writes).map(({ text }) => text)
  if ([...texts, ...opened, written].some((text) => SAYS_SO.test(text))) return true
  return texts.some(
    (text) =>
      isDestructiveSql(text) ||
      (/-cli$/.test(program) && /\bflush(?:all|db)\b/i.test(text)) ||
      /\.(?:dropDatabase|drop|deleteMany|remove)\(\s{0,9}(?:\{\s{0,9}\}\s{0,9})?\)/.test(text),
  )
}

/**
 * Whether SQL drops, truncates, or deletes or updates without selecting rows. Comments and quoted texts are ignored.
 *
 * `DELETE FROM t WHERE id = 1` selects rows; `DELETE FROM t` and `DELETE FROM t WHERE 1=1` do not.
 */
export function isDestructiveSql(text: string): boolean {
  if (!/\b(?:drop|truncate|delete|update|alter)\b/i.test(text)) return false
  return plainSql(text).split(';').some(isDestructiveStatement)
}

function isDestructiveStatement(statement: string): boolean {
  const text = statement.trim()
  const hasWhere = /\bwhere\b(?!\s*\(?\s*(?:true|1\s*=\s*1|1)\s*\)?\s*$)/i.test(text)
  if (
    /^(?:[\w.:=-]+\s+){0,3}drop\s+(?:database|schema|table|keyspace|role|user|view|materialized|index|owned|type|function|trigger|sequence|column|tablespace|collection)\b/i.test(
      text,
    )
  )
    return true
  if (/^truncate\s+(?:table\s+|only\s+)?["'`[\w]/i.test(text)) return true
  if (/^alter\s+table\b.*\bdrop\s+(?!constraint|default|not|identity|expression)/is.test(text)) return true
  if (/^(?:with\b.*\)\s*)?delete\s+from\s+["'`[\w]/is.test(text)) return !hasWhere
  return /^(?:with\b.*\)\s*)?update\s+[^\s]+\s+(?:as\s+\w+\s+|\w+\s+)?set\b/is.test(text) && !hasWhere
}

function plainSql(text: string): string {
  return text
    .slice(0, 100_000)
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^'\\]|\\.)*'?/g, "''")
    .replace(/\s+/g, ' ')
}
