import type * as z from 'zod'
import { ADDRESSES } from '../../src/edges/client/addresses.ts'
import { ROUTES } from '../../src/edges/http/catalogue.ts'
import { ENDPOINTS } from '../../src/edges/http/endpoints.ts'
import type { Addressed } from '../../src/loop/verbs/catalogue.ts'

const HEAD = `Every verb of the loop, as \`mettle serve\` offers it. What a route answers is what the verb of that name answers in the library, and what \`--json\` prints on the command line.

- **Reading** is \`GET\`, with the fields in the query: numbers and \`true\` as they are, lists divided by commas or as JSON, objects as JSON. **Doing** is \`POST\`, with a JSON body and
  \`content-type: application/json\`. A field in the path stands there alone; a field that is not listed is refused.
- **Who calls** sends \`authorization: Bearer TOKEN\`, or has the cookie of a login. A role includes those before it: \`read\`, \`write\`, \`approve\`. \`by\` is the name of the token, so that no
  body has it. A token for several projects names one in the header \`mettle-project\`.
- **Lists** come in pages of \`limit\` rows: \`mettle-total\` has how many there are, and \`link\` the address of the next page, with its \`cursor\`.
- **Progress**: \`GET /v1/replay\` and \`GET /v1/replay/verify\` read the whole journal, one call at a time. With \`accept: text/event-stream\` they answer with server-sent events: \`progress\` with
  \`done\` and \`total\`, and in the end \`result\` or \`failed\`. Such a call stops when you close the connection.
- **Repeats**: a call with an \`Idempotency-Key\` that is sent again is answered again and recorded once, while the server runs. Every read has an \`ETag\`, and answers are compressed.
- **Errors** are problems of RFC 9457 (\`type\`, \`title\`, \`status\`, \`detail\`, with \`code\` and \`hint\`) with 400 for what was sent, 401 without a valid token, 403 for what it may not do, 404, 405 for another method, 409 for what contradicts the journal, 413 above
  1,048,576 bytes, 415 for what is no JSON, 429 with \`retry-after\`, and 503 while the journal cannot be used.
- **The typed client** is \`createClient({ url, token })\` of \`mettle/client\`: each verb by its name, with its fields by theirs.
`

/** The reference of the HTTP interface. `rows` words the fields of a schema. */
export function httpPage(made: string, rows: (schema: z.ZodType) => string): string {
  const verbs = (Object.keys(ROUTES) as Addressed[]).map((verb) => {
    const { role, summary, input } = ROUTES[verb]
    const fields = rows(input)
    const table = fields === '' ? '' : `\n| field | holds |\n|---|---|\n${fields}`
    return `\n### ${ADDRESSES[verb]}\n\n${summary} Role ${role}; \`${verb}\`.\n${table}`
  })
  const services = ENDPOINTS.map(
    ({ address, summary, role = 'no token needed' }) => `| \`${address}\` | ${role} | ${summary} |\n`,
  )
  return `# HTTP\n\n${made}\n${HEAD}\n## The server\n\n| address | role | what |\n|---|---|---|\n${services.join('')}\n## Verbs\n${verbs.join('')}`
}
