type IconProps = { size?: number; className?: string; 'aria-hidden'?: boolean; strokeWidth?: number }

/** A horseshoe, heels down, in the weight of the other icons: the sign for horses in the navigation. */
export const HorseshoeIcon = ({ size = 24, className, strokeWidth = 2 }: IconProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth}
    strokeLinecap="round"
    strokeLinejoin="round"
    className={className}
    aria-hidden="true"
  >
    <path d="M7.2 21H4.6C3.2 17.5 2.5 14.6 2.5 11.6A9.5 9.1 0 0 1 12 2.5a9.5 9.1 0 0 1 9.5 9.1c0 3-.7 5.9-2.1 9.4h-2.6c1-3.3 1.5-6 1.5-8.7A6.3 6.2 0 0 0 12 6.2a6.3 6.2 0 0 0-6.3 6.1c0 2.7.5 5.4 1.5 8.7Z" />
  </svg>
)

/** A horse's head from the near side, for a horse's square. */
export const HorseHeadIcon = ({ size = 24, className }: IconProps) => (
  <svg width={size} height={size} viewBox="0 0 48 48" fill="currentColor" className={className} aria-hidden="true">
    <path
      fillRule="evenodd"
      d="M27.4 3.2c.5-.9 1.7-.8 2 .2l1.4 4.3c6.6 2.6 10.7 8.900 11.700 17.300.7 6.100.2 12.300-1.100 18.500-.2.900-1 1.500-1.900 1.500H21.600c-1.200 0-2.100-1.100-1.800-2.300.9-4.200 3-7.400 5.300-10.600-3.500.8-6.300 2-8.300 4.100-1.300 1.400-2.700 2.900-4.700 3.300-3.500.7-7.500-2.200-7.800-5.900-.2-2.300 1-4.100 2.500-6 3.500-4.400 6.500-8.900 9.900-13.400 1.700-2.300 3.900-4.200 6.600-5.400Zm-5.600 12.900a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400Z"
    />
  </svg>
)

/** The mark: an anvil's face from above with the pritchel hole and hot metal in it. Never tilted, never outlined. */
export const LogoMark = ({ size = 30, className }: IconProps) => (
  <svg width={size} height={size} viewBox="0 0 32 32" className={className} aria-hidden="true">
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M6.5 2h19A2.5 2.5 0 0 1 28 4.5V15a1.5 1.5 0 0 1-1.5 1.5H25c0 6-3.6 10.7-8.1 13.8a1.6 1.6 0 0 1-1.8 0C10.600 27.200 7 22.500 7 16.500H5.500A1.500 1.500 0 0 1 4 15V4.500A2.500 2.500 0 0 1 6.500 2ZM20 5.200a4.300 4.300 0 1 0 0 8.600 4.300 4.300 0 0 0 0-8.600Z"
    />
    <circle cx="20" cy="9.5" r="2.7" className="fill-hot-metal" />
  </svg>
)
