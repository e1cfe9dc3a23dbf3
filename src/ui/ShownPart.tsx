import { Button } from '#ui/Button.tsx'

type Props = { shown: number; total: number; what: string; onMore: () => void }

/** The end of a list that shows only its beginning: how much is shown, how to narrow it, and how to see on. Nothing when all is shown. */
export const ShownPart = ({ shown, total, what, onMore }: Props) =>
  shown < total && (
    <div className="grid justify-items-center gap-2 border-t border-line p-4 text-center">
      <p className="text-ink-2">
        {shown} of {total} {what} are shown. Type a name to find the one you mean.
      </p>
      <Button onClick={onMore}>Show more</Button>
    </div>
  )
