/** The number of unread messages. */
export const UnreadCount = ({ count }: { count: number }) => (
  <span className="grid min-h-[22px] min-w-[22px] shrink-0 place-items-center rounded-full bg-ember px-1.5 text-14 font-bold text-on-ember tabular-nums">
    <span>
      {count}
      <span className="sr-only"> unread</span>
    </span>
  </span>
)
