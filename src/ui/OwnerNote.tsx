type Props = {
  /** `Vet’s plan, Mia Bevan, 12 Jan 2027`. */
  about: string
  /** Foot by foot. */
  lines: readonly string[]
  body: string
  /** When its author wants to look again, in words. */
  review: string | null
}

/** What a vet or a para-professional wrote about a horse, as its owner reads it. */
export const OwnerNote = ({ about, lines, body, review }: Props) => (
  <div className="grid gap-1 [overflow-wrap:anywhere]">
    <p className="text-14 text-ink-2">{about}</p>
    {lines.length > 0 && (
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
    {body && <p className="whitespace-pre-line">{body}</p>}
    {review && <p className="text-14">{`Looks again on ${review}`}</p>}
  </div>
)
