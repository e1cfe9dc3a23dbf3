import { CloudRain, type LucideIcon, Snowflake, Wind } from 'lucide-react'

/** The sign of each kind of weather. */
export const WEATHER_ICON: Readonly<Record<'rain' | 'ice' | 'wind', LucideIcon>> = { rain: CloudRain, ice: Snowflake, wind: Wind }
