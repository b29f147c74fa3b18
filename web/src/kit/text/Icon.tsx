import type { LucideIcon } from 'lucide-react';

interface IconProps {
  /** An icon of lucide-react. */
  of: LucideIcon;
  /** Edge in pixels. */
  size?: 14 | 16 | 18 | 20 | 24;
  /** The label of an icon without text; without a label the icon is decoration and hidden from screen readers. */
  label?: string;
  className?: string;
}

/** An icon, with the same stroke width and set of sizes everywhere in the product. */
export function Icon({ of: Drawing, size = 18, label, className }: IconProps) {
  return (
    <Drawing
      size={size}
      strokeWidth={1.75}
      className={className}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}
