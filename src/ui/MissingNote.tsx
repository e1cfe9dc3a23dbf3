import { SearchX } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

type Props = {
  /** "horse", "client". */
  what: string
  /** Whether all records have come to this device. */
  isComplete: boolean
  onClose: () => void
}

/** The address names a record that is not on this device. */
export const MissingNote = ({ what, isComplete, onClose }: Props) => (
  <Note icon={SearchX} live className="mb-4">
    <p>
      {isComplete
        ? `There's no such ${what}. It may have been removed, or merged with another.`
        : `This ${what} isn't on this device yet. It will come when you have signal.`}
    </p>
    <Button size="sm" className="mt-2" onClick={onClose}>
      Show the list
    </Button>
  </Note>
)
