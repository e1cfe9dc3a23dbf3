import { Keyboard } from 'lucide-react'
import { DIARY_KEYS } from '#features/day/diary/web/use-diary-keys.ts'
import { Button } from '#ui/Button.tsx'
import { Kbd } from '#ui/Kbd.tsx'
import { Popover } from '#ui/Popover.tsx'

/** What the keys do in the diary; only where there is a keyboard. */
export const KeysHelp = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => (
  <Popover
    open={open}
    onOpenChange={onOpenChange}
    label="Keys"
    align="end"
    className="w-96"
    trigger={
      <Button variant="quiet" size="sm" icon={Keyboard} className="-my-1 -mr-2 max-md:hidden">
        Keys
      </Button>
    }
  >
    <h2 className="pb-2 text-16 tracking-normal">Keys</h2>
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5 text-14">
      {DIARY_KEYS.map(([keys, what]) => (
        <div key={keys} className="contents">
          <dt className="text-right">
            <span className="sr-only">{keys}</span>
            <Kbd>{keys}</Kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </Popover>
)
