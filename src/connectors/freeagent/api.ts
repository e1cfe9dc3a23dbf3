import { z } from 'zod'
import { readJson } from '#connectors/kit/read-json.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

/* Ids there are addresses; we keep the end of them, `invoices/12`, so that no answer leads anywhere else. */

const text = (most: number) => z.string().max(most)
const decimal = text(40).regex(/^-?\d+(\.\d+)?$/)
/** Of a list; a single one may come without its address. */
const Paper = z.object({
  url: text(300).optional(),
  reference: text(300).nullish(),
  status: text(100),
  net_value: decimal,
  total_value: decimal,
  due_value: decimal.nullish(),
  updated_at: text(60),
})
export type Paper = z.output<typeof Paper>
const Contact = z.object({
  url: text(300),
  first_name: text(500).nullish(),
  last_name: text(500).nullish(),
  organisation_name: text(500).nullish(),
  email: text(500).nullish(),
  postcode: text(100).nullish(),
})
export type Contact = z.output<typeof Contact>
const Account = z.object({ url: text(300), is_primary: z.boolean().nullish(), type: text(60).nullish(), status: text(60).nullish() })
const Explanation = z.object({
  url: text(300),
  dated_on: z.iso.date(),
  gross_value: decimal,
  description: text(5000).nullish(),
  paid_invoice: text(300).nullish(),
  marked_for_review: z.boolean().nullish(),
})

const SHAPES = {
  contacts: Contact,
  invoices: Paper,
  credit_notes: Paper,
  bank_accounts: Account,
  bank_transaction_explanations: Explanation,
} as const
export type Kind = keyof typeof SHAPES
type Shape<K extends Kind> = z.output<(typeof SHAPES)[K]>

const A_PAGE = 100
/** 20,000 of a kind: more are no farrier's. */
const MOST_PAGES = 200

const originOf = ({ credentials: { address = '' } }: Wire) => (address.endsWith('/') ? address.slice(0, -1) : address)

/** An id as their requests name it. */
export const addressOf = (wire: Wire, id: string): string => `${originOf(wire)}/v2/${id}`

/** The end of an address of theirs. @throws Refusal when it is none */
export function idOf(url: string | null | undefined): string {
  const [, id] = /\/v2\/([a-z_]{1,60}\/\d{1,20})$/.exec(url ?? '') ?? []
  if (!id) throw new Refusal('later', { sentence: "What FreeAgent answered can't be read." })
  return id
}

type Init = { method?: 'POST' | 'PUT'; body?: object }

async function request(wire: Wire, path: string, { method, body }: Init = {}): Promise<Response> {
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'Pritchel' }
  const answer = await wire.fetch(`${originOf(wire)}/v2/${path}`, {
    ...(method && { method }),
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.ok) return answer
  if (answer.status === 404) throw new Refusal('gone')
  throw new Refusal('refused', { sentence: await whyOf(answer) })
}

const Errors = z.object({
  errors: z.union([z.array(z.object({ message: text(2000) })), z.object({ error: z.object({ message: text(2000) }) })]),
})

async function whyOf(answer: Response): Promise<string> {
  const read = Errors.safeParse(await answer.json().catch(() => undefined))
  if (!read.success) return `FreeAgent won't take it (${answer.status}).`
  const { errors } = read.data
  const messages = (Array.isArray(errors) ? errors : [errors.error]).map(({ message }) => message.trim())
  return `FreeAgent says: ${messages.join('; ').slice(0, 500)}`
}

/** All of a kind, page by page. */
export async function list<K extends Kind>(wire: Wire, kind: K, params: Record<string, string> = {}): Promise<Shape<K>[]> {
  const all: Shape<K>[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = new URLSearchParams({ ...params, page: String(page), per_page: String(A_PAGE) })
    const found = await readJson(
      await request(wire, `${kind}?${query}`),
      z.object({ [kind]: z.array(SHAPES[kind]).max(A_PAGE) }),
      'FreeAgent',
    )
    const some = found[kind] as unknown as Shape<K>[]
    all.push(...some)
    if (some.length < A_PAGE) break
  }
  return all
}

/** What time it is there. */
export async function timeThere(wire: Wire): Promise<Date> {
  const answer = await request(wire, 'invoices?page=1&per_page=1&sort=-updated_at')
  await readJson(answer, z.object({ invoices: z.array(Paper).max(A_PAGE) }), 'FreeAgent')
  const at = new Date(answer.headers.get('date') ?? '')
  if (Number.isNaN(at.getTime())) throw new Refusal('later', { sentence: "What FreeAgent answered can't be read." })
  return at
}

const nounOf = (id: string) => (id.startsWith('credit_notes/') ? 'credit_note' : 'invoice')

async function readPaper(wire: Wire, id: string, answer: Response): Promise<Paper> {
  const found = await readJson(answer, z.object({ [nounOf(id)]: Paper }), 'FreeAgent')
  return { ...(found[nounOf(id)] as Paper), url: addressOf(wire, id) }
}

export const paperOf = async (wire: Wire, id: string): Promise<Paper> => readPaper(wire, id, await request(wire, id))

export const company = async (wire: Wire) => {
  const Company = z.object({ company: z.object({ name: text(500), subdomain: text(200).nullish() }) })
  return (await readJson(await request(wire, 'company'), Company, 'FreeAgent')).company
}

/** Makes one; its id is the end of its address. */
export const make = async (wire: Wire, kind: string, body: object): Promise<{ id: string }> => ({
  id: madeId(await post(wire, kind, body)),
})

export async function makePaper(wire: Wire, kind: 'invoices' | 'credit_notes', body: object): Promise<Paper> {
  const answer = await post(wire, kind, body)
  return readPaper(wire, madeId(answer), answer)
}

const post = (wire: Wire, kind: string, body: object) => request(wire, kind, { method: 'POST', body })
const madeId = (answer: Response) => idOf(answer.headers.get('location'))

export const change = async (wire: Wire, path: string, body?: object): Promise<void> =>
  void (await request(wire, path, { method: 'PUT', ...(body && { body }) }))

/** `-120.0` as whole pence. */
export function penceOf(value: string): number {
  const [whole = '0', part = ''] = value.replace('-', '').split('.')
  const pence = Number(whole) * 100 + Math.round(Number(`0.${part || '0'}`) * 100)
  return value.startsWith('-') && pence > 0 ? -pence : pence
}

/** Whole pence as their decimals: `-120.05`. */
export const decimalOf = (pence: number): string =>
  `${pence < 0 ? '-' : ''}${Math.floor(Math.abs(pence) / 100)}.${String(Math.abs(pence) % 100).padStart(2, '0')}`
