import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { FilePicker } from '#ui/FilePicker.tsx'

type Props = { isReading: boolean; onChoose: (file: File) => void }

// Phones grey out types not listed here, and label a CSV in several ways.
const ACCEPTED =
  '.csv,.tsv,.txt,.vcf,.vcard,.ics,.ical,text/csv,text/comma-separated-values,text/tab-separated-values,text/plain,application/csv,' +
  'application/vnd.ms-excel,text/vcard,text/x-vcard,text/calendar'

/** A place to drop a file on, and a button to choose one. */
export function FileDrop({ isReading, onChoose }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !isReading) onChoose(file)
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
      <span className="grid size-16 place-items-center rounded-full border-2 border-dashed border-line-2 text-ink-2">
        <FileUp size={24} aria-hidden />
      </span>
      <p className="font-bold">{isOver ? 'Drop here' : 'A list of horses or clients, an address book or a diary'}</p>
      <Button variant="primary" busy={isReading} busyLabel="Reading..." onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <label htmlFor={id} className="max-w-96 text-14 text-ink-2">
        CSV, vCard (.vcf) or calendar (.ics). You see everything first; nothing changes until you say so.
      </label>
      <FilePicker ref={input} id={id} label="File to import" accept={ACCEPTED} onPick={([file]) => file && onChoose(file)} />
    </section>
  )
}
