import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#ui/Button.tsx'

/** Previous and next, by a day, a week or a month. */
export const Stepper = ({ what, onStep }: { what: 'day' | 'week' | 'month'; onStep: (by: -1 | 1) => void }) => (
  <div className="flex gap-1">
    <Button size="icon" icon={ChevronLeft} aria-label={`Previous ${what}`} onClick={() => onStep(-1)} />
    <Button size="icon" icon={ChevronRight} aria-label={`Next ${what}`} onClick={() => onStep(1)} />
  </div>
)
