import type { ReactNode } from 'react'
import { HowTo } from '#app/pages/api-reference/HowTo.tsx'
import { Type } from '#app/pages/api-reference/Type.tsx'
import type { Field, Operation, Reference, Shape } from '#app/reference/reference-of.ts'
import { SCOPED_WORDS } from '#features/core/api-keys/rules.ts'

/** What programs can do by an API key. Plain links and details: it needs no script. */
export function ReferencePage({ reference: { origin, groups, shapes } }: { reference: Reference }) {
  const names = new Set(shapes.map(({ name }) => name))
  return (
    <div className="mx-auto grid w-full max-w-[960px] gap-8 px-4 py-8">
      <HowTo origin={origin} />
      <nav aria-label="On this page" className="flex flex-wrap gap-x-5">
        {groups.map(({ thing }) => (
          <a key={thing} href={`#${thing}`} className="link inline-flex min-h-12 items-center md:min-h-9">
            {SCOPED_WORDS[thing].name}
          </a>
        ))}
        <a href="#shapes" className="link inline-flex min-h-12 items-center md:min-h-9">
          Shapes
        </a>
      </nav>
      {groups.map(({ thing, operations }) => (
        <Part key={thing} id={thing} title={SCOPED_WORDS[thing].name} about={SCOPED_WORDS[thing].detail}>
          {operations.map((operation) => (
            <OneOperation key={operation.id} operation={operation} names={names} />
          ))}
        </Part>
      ))}
      <Part id="shapes" title="Shapes" about="What is sent and answered. A field that isn’t required may be left out.">
        {shapes.map((shape) => (
          <OneShape key={shape.name} shape={shape} names={names} />
        ))}
      </Part>
    </div>
  )
}

const Part = ({ id, title, about, children }: { id: string; title: string; about: string; children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-title`} className="min-w-0 scroll-mt-4">
    <h2 id={`${id}-title`} className="text-24">
      {title}
    </h2>
    <p className="mb-3 text-ink-2">{about}</p>
    <div className="divide-y divide-line rounded-lg border border-line bg-surface">{children}</div>
  </section>
)

const SUMMARY = 'flex min-h-12 cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3'

function OneOperation({ operation, names }: { operation: Operation; names: ReadonlySet<string> }) {
  const { id, method, path, summary, scope, params, body, answer, isOfRecord } = operation
  return (
    <details>
      <summary className={SUMMARY}>
        <code className="font-bold [overflow-wrap:anywhere]">
          {method} {path}
        </code>
        <span className="w-full text-ink-2 sm:w-auto sm:flex-1">{summary}</span>
        <code className="text-14">{scope}</code>
      </summary>
      <dl id={id} className="grid scroll-mt-14 gap-3 px-4 pb-4">
        {params.length > 0 && (
          <div>
            <dt className="font-bold">In the address</dt>
            <dd>
              <Fields fields={params} names={names} />
            </dd>
          </div>
        )}
        {body && (
          <div>
            <dt className="font-bold">Sent</dt>
            <dd>
              <Type words={body} names={names} />
            </dd>
          </div>
        )}
        <div>
          <dt className="font-bold">Answer</dt>
          <dd>
            <Type words={answer} names={names} />
          </dd>
        </div>
        {isOfRecord && (
          <div>
            <dt className="font-bold">Headers</dt>
            <dd>
              <code>Idempotency-Key</code>, <code>If-Match</code>
            </dd>
          </div>
        )}
      </dl>
    </details>
  )
}

const OneShape = ({ shape: { name, fields }, names }: { shape: Shape; names: ReadonlySet<string> }) => (
  <details>
    <summary className={SUMMARY}>
      <code className="font-bold">{name}</code>
    </summary>
    {/* Within it: a link to what is inside a closed part opens it. */}
    <div id={`shape-${name}`} className="scroll-mt-14 px-4 pb-4">
      <Fields fields={fields} names={names} />
    </div>
  </details>
)

const Fields = ({ fields, names }: { fields: readonly Field[]; names: ReadonlySet<string> }) => (
  <ul className="grid gap-1">
    {fields.map(({ name, type, isRequired }) => (
      <li key={name} className="[overflow-wrap:anywhere]">
        {name && <code className="font-medium">{name}</code>} <Type words={type} names={names} />
        {isRequired && name && <span className="text-14 text-ink-2"> required</span>}
      </li>
    ))}
  </ul>
)
