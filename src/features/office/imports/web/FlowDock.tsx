import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'

/** Stays in reach below a long list: back at the left, the next step at the right. */
export const FlowDock = ({ back, onBack, children }: { back: string; onBack: () => void; children: ReactNode }) => (
  <div className="sticky bottom-[var(--bar-bottom)] z-10 -mx-3 flex items-center justify-between gap-2 border-t border-line bg-surface px-3 py-3 md:bottom-0 md:mx-0 md:rounded-lg md:border">
    <Button icon={ArrowLeft} onClick={onBack}>
      {back}
    </Button>
    {children}
  </div>
)
