import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/* For tests only: what Xero publishes of its Accounting API. Its OpenAPI is not on npm; the SDK that Xero makes of it is (`xero-node`), with every path, parameter, header, model and list of values. */

const FOLDER = join(import.meta.dirname, '../../../test-servers/xero')
const GENERATED = join(FOLDER, 'node_modules/xero-node/dist/gen')
/** Null: it is here. */
export const descriptionMissing = existsSync(GENERATED) ? null : 'npm ci in test-servers/xero'

type Model = { getAttributeTypeMap?: () => { baseName: string; type: string }[] } & Record<string, unknown>
type Operation = { path: string; method: string; query: string[]; headers: string[]; body: string | undefined; answer: string | undefined }

/** Each request, as the text of the SDK has it. */
function operationsIn(text: string): Operation[] {
  const each = (part: string, pattern: RegExp) => [...part.matchAll(pattern)].map((match) => match[1] ?? '')
  return text
    .split('const localVarPath = ')
    .slice(1)
    .map((part) => ({
      path: /'([^']+)'/.exec(part)?.[1] ?? '',
      method: /method: '(\w+)'/.exec(part)?.[1] ?? '',
      query: each(part, /localVarQueryParameters\['([^']+)'\]/g),
      headers: each(part, /localVarHeaderParams\['([^']+)'\]/g).map((name) => name.toLowerCase()),
      body: /data: models_1\.ObjectSerializer\.serialize\(\w+, "(\w+)"\)/.exec(part)?.[1],
      answer: /deserialize\(response\.data, "(\w+)"\)/.exec(part)?.[1],
    }))
}

export type Description = {
  /** Why a request isn't one of theirs; empty: it is. */
  faultsOf: (request: {
    method: string
    path: string
    query: URLSearchParams
    headers: Record<string, unknown>
    body?: unknown
  }) => string[]
  /** Why an answer isn't one of theirs. */
  answerFaults: (method: string, path: string, answer: unknown) => string[]
}

/** What any request may have beside the headers it names. */
const USUAL = ['accept', 'authorization', 'cache-control', 'connection', 'content-length', 'content-type', 'host', 'pragma', 'user-agent']
const AGENTS = /^(accept-|sec-|transfer-encoding$|priority$)/

export function readDescription(): Description {
  const operations = operationsIn(readFileSync(join(GENERATED, 'api/accountingApi.js'), 'utf8'))
  const models = createRequire(import.meta.url)(join(GENERATED, 'model/accounting/models.js')) as Record<string, Model>
  const operationOf = (method: string, path: string) =>
    operations.find((each) => each.method === method && isPath(each.path, path) && each.answer !== 'Buffer')
  return {
    faultsOf({ method, path, query, headers, body }) {
      const operation = operationOf(method, path)
      if (!operation) return [`${method} ${path}: there is no such request`]
      const strange = [
        ...[...query.keys()].filter((name) => !operation.query.includes(name)),
        ...Object.keys(headers).filter((name) => !operation.headers.includes(name) && !USUAL.includes(name) && !AGENTS.test(name)),
      ].map((name) => `${method} ${path}: ${name}`)
      const faults = operation.body
        ? typeFaults(models, operation.body, body, operation.body)
        : body === undefined
          ? []
          : [`${path}: a body`]
      return [...strange, ...faults]
    },
    answerFaults: (method, path, answer) => typeFaults(models, operationOf(method, path)?.answer ?? '', answer, `answer of ${path}`),
  }
}

function isPath(pattern: string, path: string): boolean {
  const [parts, given] = [pattern.split('/'), path.split('/')]
  return parts.length === given.length && parts.every((part, at) => part.startsWith('{') || part === given[at])
}

/** Envelopes and pages have these too, which no model lists. */
const ENVELOPE = ['Id', 'Status', 'ProviderName', 'DateTimeUTC', 'pagination']

function typeFaults(models: Record<string, Model>, type: string, value: unknown, at: string): string[] {
  const list = /^Array<(\w+(?:\.\w+)?)>$/.exec(type)?.[1]
  if (list) return Array.isArray(value) ? value.flatMap((each, nth) => typeFaults(models, list, each, `${at}[${nth}]`)) : [`${at}: no list`]
  if (['string', 'number', 'boolean'].includes(type)) return typeof value === type ? [] : [`${at}: ${typeof value} for ${type}`]
  if (type === 'Date') return typeof value === 'string' ? [] : [`${at}: ${typeof value} for a date`]
  const model = type
    .split('.')
    .reduce<Model | undefined>((from, name) => (from as Record<string, Model> | undefined)?.[name], models as Model)
  if (!model) return [`${at}: no model ${type}`]
  if (!model.getAttributeTypeMap) return Object.values(model).includes(value) ? [] : [`${at}: ${String(value)} is no ${type}`]
  if (typeof value !== 'object' || value === null) return [`${at}: no ${type}`]
  const attributes = new Map(model.getAttributeTypeMap().map(({ baseName, type: of }) => [baseName, of]))
  return Object.entries(value).flatMap(([name, part]) => {
    const of = attributes.get(name)
    if (of) return typeFaults(models, of, part, `${at}.${name}`)
    return ENVELOPE.includes(name) && at.startsWith('answer') ? [] : [`${at}.${name}: not described`]
  })
}
