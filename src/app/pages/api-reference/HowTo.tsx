import type { ReactNode } from 'react'
import { serverUrl } from '#platform/web/server-url.ts'

/** How a program is let in, and what it may count on. */
export const HowTo = ({ origin }: { origin: string }) => (
  <div className="grid gap-4">
    <h1 className="text-30 tracking-[-0.025em]">API reference</h1>
    <p>
      Programs of yours can read your records and add to them: the form on your website, a spreadsheet, your accountant’s tool. An owner
      makes a key in <b>Settings, API</b>; it is part of Enterprise. Send it with every request:
    </p>
    <pre className="whitespace-pre-wrap rounded-lg [overflow-wrap:anywhere] bg-sunken p-4 text-14">
      <code>{`curl ${origin}/api/clients \\\n  -H "Authorization: Bearer prt_..."`}</code>
    </pre>
    <ul className="grid list-disc gap-2 pl-5">
      <Rule title="What a key may do">
        It acts for the owner who made it, within the scopes that stand beside each endpoint below. Writing does not include reading. What
        has no scope is opened by no key.
      </Rule>
      <Rule title="From a server, not from a page">
        Whoever reads the source of a web page reads a key in it, so browsers are not let in from other sites.
      </Rule>
      <Rule title="How often">
        120 requests a minute for each key. After that the answer is 429, with the seconds to wait in <code>Retry-After</code>.
      </Rule>
      <Rule title="Once, however often it is sent">
        A write with an <code>Idempotency-Key</code> (a UUID of your own) is done once. Send it again with the same key when you don’t know
        whether it arrived.
      </Rule>
      <Rule title="Not over somebody’s change">
        An answer about a record has its revision as the <code>ETag</code>. Send that as <code>If-Match</code>: if the record has changed
        since, nothing is done, and the answer is 412 with the record as it is.
      </Rule>
      <Rule title="Long lists">
        <code>limit</code> and <code>after</code> page through them; the next page stands in the <code>Link</code> header.
      </Rule>
      <Rule title="Days, times and money">
        A day is <code>2026-11-28</code>, an instant <code>2026-11-28T09:00:00Z</code>, and money whole pence where the name ends in{' '}
        <code>Pence</code>.
      </Rule>
      <Rule title="What goes wrong">
        401: the key opens nothing. 403: it may not do that. 402: the plan has ended, and nothing is written. 422: it can’t be done, and{' '}
        <code>message</code> says why. Every refusal has <code>code</code>, <code>message</code> and <code>requestId</code>.
      </Rule>
      <Rule title="Texts go as ever">A visit that is booked, moved or cancelled by a key texts its owner, as one of yours does.</Rule>
    </ul>
    <p>
      The same for machines:{' '}
      <a href={serverUrl('/api/openapi.json')} className="link">
        openapi.json
      </a>
    </p>
  </div>
)

const Rule = ({ title, children }: { title: string; children: ReactNode }) => (
  <li>
    <b>{title}.</b> {children}
  </li>
)
