import type { Integration } from '#features/office/integrations/contract.ts'

/** What a connection takes out, brings in and leaves behind: shown before it is made. */
export const Exchange = ({ integration: { sends, brings, leaves } }: { integration: Integration }) => (
  <div className="grid gap-4">
    <Part title="What leaves" lines={sends} />
    <Part title="What comes in" lines={brings} />
    <Part title="What stays there if you disconnect" lines={leaves} />
  </div>
)

/** Whose data it is, where its licence requires that. */
export const Credit = ({ integration: { credit } }: { integration: Integration }) =>
  credit ? <p className="text-14 text-ink-2">{credit}</p> : null

const Part = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <section>
    <h3 className="text-16">{title}</h3>
    <ul className="mt-1 grid list-disc gap-1 pl-5 text-ink-2">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </section>
)
