import type { ServerResponse } from 'node:http'

/** What is wrong with the service; for tests only. `huge`: 64 MB. */
export type Fault =
  | 'busy'
  | 'busy for 2 minutes'
  | 'broken'
  | 'hanging'
  | 'cut'
  | 'nonsense'
  | 'another shape'
  | 'huge'
  | 'expired'
  | 'revoked'
  | 'forbidden'

const MEGABYTE = Buffer.alloc(1_048_576, 0x20)
const problem = (status: number, title: string) =>
  JSON.stringify({ type: 'https://developer.sumup.com/problem/x', title, status, detail: `${title}.` })

export function failAs(fault: Fault, answer: ServerResponse): void {
  const json = (status: number, body: string, headers = {}) =>
    void answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  if (fault === 'busy') json(429, problem(429, 'Too Many Requests'))
  else if (fault === 'busy for 2 minutes') json(429, problem(429, 'Too Many Requests'), { 'retry-after': '120' })
  else if (fault === 'broken') json(500, '')
  else if (fault === 'expired' || fault === 'revoked') json(401, problem(401, 'Unauthorized'))
  else if (fault === 'forbidden') json(403, problem(403, 'Forbidden'))
  else if (fault === 'nonsense') json(200, '<html>Back soon</html>')
  else if (fault === 'another shape') json(200, '{"items":{"a":1},"links":7,"events":null,"default_currency":4}')
  else if (fault === 'cut') {
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    answer.write('{"items":[', () => answer.destroy())
  } else if (fault === 'huge') {
    answer.writeHead(200, { 'content-type': 'application/json' })
    for (let nth = 0; nth < 64; nth++) answer.write(MEGABYTE)
    answer.end('{}')
  }
}
