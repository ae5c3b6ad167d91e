interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
}

interface Shape {
  readonly required?: readonly string[]
  readonly properties?: object
  readonly anyOf?: readonly Shape[]
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Shape } }
  }
}

export interface OpenApi {
  readonly info: { readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> }
}

/** A client in Python, made from the OpenAPI description alone: a method for every operation, with its fields by name. */
export function pythonClient({ info, paths, components }: OpenApi): string {
  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => methodOf(path, method, operation, components.parameters)),
  )
  return `"""Mettle ${info.version}, generated from /v1/openapi.json."""
import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Optional


class Problem(Exception):
    """A problem of RFC 9457."""

    def __init__(self, status: int, body: dict) -> None:
        super().__init__(body.get("detail", ""))
        self.status, self.code, self.hint = status, body.get("code"), body.get("hint")


class Client:
    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = url.rstrip("/"), token
        self.headers: Any = None

    def _call(self, method: str, path: str, query: dict, body: Optional[dict], headers: dict) -> Any:
        given = {name: value for name, value in query.items() if value is not None}
        texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in given.items()}
        address = self.url + path + ("?" + urllib.parse.urlencode(texts) if texts else "")
        sent = {"authorization": "Bearer " + self.token, "content-type": "application/json"}
        sent.update({name: value for name, value in headers.items() if value is not None})
        data = None if body is None else json.dumps({k: v for k, v in body.items() if v is not None}).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(address, data, sent, method=method), timeout=30) as answer:
                self.headers = answer.headers
                text = answer.read().decode()
                return json.loads(text) if "json" in (answer.headers.get("content-type") or "") else text
        except urllib.error.HTTPError as error:
            raise Problem(error.code, json.loads(error.read() or b"{}")) from None

${methods.join('\n')}`
}

function methodOf(
  path: string,
  method: string,
  { operationId, summary, parameters = [], requestBody }: Operation,
  shared: OpenApi['components']['parameters'],
): string {
  const known = parameters.map((one) => (one.$ref === undefined ? one : shared[one.$ref.split('/').at(-1)!]!))
  const body = requestBody?.content['application/json'].schema
  const fields = [body, ...(body?.anyOf ?? [])].flatMap((shape) => Object.keys(shape?.properties ?? {}))
  const isNeeded = (name: string) =>
    body?.required?.includes(name) === true || known.some((one) => one.name === name && one.required === true)
  const names = [...new Set([...known.map(({ name }) => name), ...fields])]
  const taken = [
    ...names.filter(isNeeded).map((name) => `${word(name)}: Any`),
    ...names.filter((name) => !isNeeded(name)).map((name) => `${word(name)}: Any = None`),
  ]
  const pairs = (given: readonly string[]) => `{${given.map((name) => `"${name}": ${word(name)}`).join(', ')}}`
  const placed = (place: string) => known.filter((one) => one.in === place).map(({ name }) => name)
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => `" + urllib.parse.quote(str(${word(name)}), safe="") + "`,
  )
  return `    def ${word(operationId)}(self${taken.length === 0 ? '' : `, *, ${taken.join(', ')}`}) -> Any:
        """${summary.replaceAll('\\', '')}"""
        return self._call("${method.toUpperCase()}", "${filled}", ${pairs(placed('query'))}, ${body === undefined ? 'None' : pairs(fields)}, ${pairs(placed('header'))})
`
}

const KEYWORDS = new Set([
  'import',
  'from',
  'with',
  'is',
  'in',
  'class',
  'pass',
  'global',
  'as',
  'not',
  'or',
  'and',
  'if',
])

function word(name: string): string {
  const plain = name.replace(/\W/g, '_')
  return KEYWORDS.has(plain) ? `${plain}_` : plain
}
