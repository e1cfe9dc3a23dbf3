import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'

type Props = { isReading: boolean; onChoose: (file: File) => void }

/** A place to drop a file on, and a button to choose one. */
export function FileDrop({ isReading, onChoose }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onChoose(file)
  }
  return (
    <section
      aria-label="Choose a file"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'grid justify-items-center gap-3 rounded-lg border-2 border-dashed px-6 py-10 text-center',
        isOver ? 'border-ember bg-ember-tint text-ember-ink' : 'border-line-2 bg-surface',
      )}
    >
      <FileUp size={32} aria-hidden />
      <p className="font-bold">{isOver ? 'Drop here' : 'Contacts (.vcf) or a calendar (.ics)'}</p>
      <Button variant="primary" busy={isReading} busyLabel="Reading…" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <label htmlFor={id} className="text-14 text-ink-2">
        You see everything first and nothing is changed until you say so.
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        tabIndex={-1}
        aria-label="File to bring in"
        accept=".vcf,.vcard,.ics,.ical,text/vcard,text/x-vcard,text/calendar"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
    </section>
  )
}
