import { signal } from '@preact/signals'

const PROJECT = 'mettle.project'

/** The project chosen in this tab; default: the token's usual one. */
export const project = signal(sessionStorage.getItem(PROJECT) ?? undefined)
project.subscribe((chosen) => {
  if (chosen === undefined) sessionStorage.removeItem(PROJECT)
  else sessionStorage.setItem(PROJECT, chosen)
})

/** The server's error answer. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly hint: string | undefined

  constructor(status: number, { code, message, hint }: { code: string; message: string; hint?: string }) {
    super(message)
    this.status = status
    this.code = code
    this.hint = hint
  }
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return ask<T>(`/v1/${path}${queryText(query)}`, signal === undefined ? {} : { signal })
}

/** A page of a list: its rows, the total if the server knows it, and the cursor of the next page. */
export interface Rows<T> {
  readonly rows: readonly T[]
  readonly total: number | undefined
  readonly next: string | undefined
}

export async function getRows<T>(path: string, query: Query, signal?: AbortSignal): Promise<Rows<T>> {
  const { response, text } = await answered(`/v1/${path}${queryText(query)}`, signal === undefined ? {} : { signal })
  const total = response.headers.get('mettle-total')
  const next = /[?&]cursor=([^&>]+)/.exec(response.headers.get('link') ?? '')?.[1]
  return { rows: JSON.parse(text) as T[], total: total === null ? undefined : Number(total), next }
}

export function post<T>(path: string, body: object = {}): Promise<T> {
  return ask<T>(`/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export function queryText(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

async function ask<T>(url: string, init: RequestInit): Promise<T> {
  const { text } = await answered(url, init)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

interface Answer {
  readonly response: Response
  readonly text: string
}

async function answered(url: string, init: RequestInit): Promise<Answer> {
  const answer = await reach(url, init)
  if (answer.response.ok) return answer
  throw new ApiError(answer.response.status, problemIn(answer.text, answer.response.status))
}

/** Retries a read once if the connection breaks, before or during the answer. */
async function reach(url: string, init: RequestInit): Promise<Answer> {
  const headers = { ...init.headers, ...(project.value === undefined ? {} : { 'mettle-project': project.value }) }
  for (let triesLeft = init.method === undefined ? 1 : 0; ; triesLeft--) {
    try {
      const response = await fetch(url, { ...init, headers, credentials: 'same-origin' })
      return { response, text: await response.text() }
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error
      if (triesLeft === 0)
        throw new ApiError(0, { code: 'offline', message: 'The server does not answer.', hint: 'mettle dashboard' })
    }
  }
}

function problemIn(text: string, status: number): { code: string; message: string; hint?: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { code: string; message: string; hint?: string } }
    if (error !== undefined) return error
  } catch {
    // A proxy may answer with its own page.
  }
  return { code: 'http', message: `The server answered ${status}.` }
}
