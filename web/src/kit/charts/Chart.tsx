import { useId, useState, useCallback } from 'react';
import { classNames } from '../class-names.ts';
import { placeNotes } from './place-notes.ts';
import { axisMoney, scaleOf } from './scale.ts';
import styles from './Chart.module.css';

interface Point {
  x: number;
  /** Minor units. */
  y: number;
}

/** A line of a chart: the main line is in the brand's color, the comparison is dashed and grey. */
export interface ChartLine {
  points: readonly Point[];
  isBefore?: boolean;
  /** A balance keeps its value until it changes. */
  isStepped?: boolean;
  /** Only if the axis starts at 0. */
  isFilled?: boolean;
}

/** A point that the arrow keys and the pointer can select. */
export interface ChartStop extends Point {
  /** The text of the point. */
  text: string;
}

interface ChartProps {
  /** What the chart shows; its table twin has the figures. */
  label: string;
  lines: readonly ChartLine[];
  stops: readonly ChartStop[];
  from: number;
  to: number;
  ticks: readonly { x: number; text: string }[];
  /**
   * Labels at points of lines, where no line runs; the first ones get the best places, and those without room are left out.
   * `isStep`: beside a step, without a dot.
   */
  notes?: readonly (Point & { text: string; isBelow?: boolean; isBefore?: boolean; isStep?: boolean })[];
  /** Days that differ, such as weekends. */
  bands?: readonly { from: number; to: number }[];
  /** An amount that a line should stay above. */
  alert?: { y: number } | undefined;
  /** The axis begins near the lowest value, for balances. */
  isCut?: boolean;
}

const height = 216;
const pad = { top: 20, right: 52, bottom: 24, left: 4 };
/** The space for a label below the axis, and for a character of a label at a point. */
const tickWidth = 38;
const characterWidth = 7;
/** How far from its step a label may stand. */
const stepReach = 20;

/**
 * A small line chart, drawn for its own width. A range input covers it: the arrow keys and the pointer move from point
 * to point, and each point's text is read and shown.
 */
export function Chart(props: ChartProps) {
  const { label, lines, stops, from, to, ticks, notes = [], bands = [], alert, isCut = false } = props;
  const [width, measure] = useWidth();
  const [index, setIndex] = useState<number | null>(null);
  const id = useId();
  const scale = scaleOf(
    [...lines.flatMap(({ points }) => points.map(({ y }) => y)), ...(alert && isCut ? [alert.y] : [])],
    {
      zero: !isCut,
    },
  );
  const plot = { width: Math.max(0, width - pad.left - pad.right), height: height - pad.top - pad.bottom };
  const x = (value: number) => pad.left + (plot.width * (value - from)) / (to - from || 1);
  const y = (value: number) => pad.top + plot.height * (1 - (value - scale.from) / (scale.to - scale.from));
  /** The start of the part below the alert. */
  const belowFrom = alert ? Math.min(Math.max(y(alert.y), pad.top), pad.top + plot.height) : 0;
  const tickEvery = Math.ceil((ticks.length * tickWidth) / Math.max(1, plot.width));
  const shownTicks = ticks.filter((_, i) => i % tickEvery === 0);
  const placed = placeNotes(
    notes.map(({ text, isStep = false, isBelow = false, ...at }) => ({
      x: x(at.x),
      y: y(at.y),
      width: text.length * characterWidth,
      isBelow,
      hasDot: !isStep,
      ...(isStep && { reach: stepReach }),
    })),
    lines.map(({ points, isStepped }) =>
      points.flatMap((point, i) => [
        ...(isStepped && i > 0 ? [{ x: x(point.x), y: y(points[i - 1]!.y) }] : []),
        { x: x(point.x), y: y(point.y) },
      ]),
    ),
    { left: pad.left, right: pad.left + plot.width, top: 2, bottom: pad.top + plot.height },
  );
  const stop = index === null ? undefined : stops[index];
  const nearest = (client: number, left: number) =>
    stops.reduce((best, each, i) => {
      const away = (at: number) => Math.abs(x(stops[at]!.x) - (client - left));
      return away(i) < away(best) ? i : best;
    }, 0);
  return (
    <figure className={styles.chart} ref={measure}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true" className={styles.drawing}>
          {bands.map((band) => (
            <rect
              key={band.from}
              x={x(band.from)}
              width={x(band.to) - x(band.from)}
              y={pad.top}
              height={plot.height}
              className={styles.band}
            />
          ))}
          {scale.lines.map((line) => (
            <g key={line}>
              <line x1={pad.left} x2={pad.left + plot.width} y1={y(line)} y2={y(line)} className={styles.grid} />
              <text x={width} y={y(line) + 4} textAnchor="end" className={styles.axis}>
                {axisMoney(line)}
              </text>
            </g>
          ))}
          {alert && alert.y >= scale.from && alert.y <= scale.to && (
            <line x1={pad.left} x2={pad.left + plot.width} y1={y(alert.y)} y2={y(alert.y)} className={styles.alert} />
          )}
          {shownTicks.map((tick) => (
            <text
              key={tick.x}
              x={x(tick.x)}
              y={height - 4}
              textAnchor={tick.x === from ? 'start' : 'middle'}
              className={styles.axis}
            >
              {tick.text}
            </text>
          ))}
          {alert && (
            <>
              <clipPath id={id}>
                <rect x={0} y={belowFrom} width={width} height={pad.top + plot.height - belowFrom} />
              </clipPath>
              {lines
                .filter(({ isBefore }) => !isBefore)
                .map((line) => (
                  <path
                    key={line.points.length}
                    d={areaOf(line, alert.y)}
                    clipPath={`url(#${id})`}
                    className={styles.below}
                  />
                ))}
            </>
          )}
          {lines.map((line) => {
            const path = pathOf(line);
            const first = line.points[0];
            const last = line.points.at(-1);
            if (!first || !last) return null;
            return (
              <g key={String(line.isBefore)}>
                {line.isFilled && <path d={`${path}V${y(scale.from)}H${x(first.x)}Z`} className={styles.fill} />}
                <path d={path} className={line.isBefore ? styles.before : styles.main} />
              </g>
            );
          })}
          {notes.map((note, i) => (
            <g key={`${note.x} ${note.text}`}>
              {!note.isStep && (
                <circle cx={x(note.x)} cy={y(note.y)} r={4} className={note.isBefore ? styles.ring : styles.dot} />
              )}
              {placed[i] && (
                <text
                  x={placed[i].x}
                  y={placed[i].baseline}
                  textAnchor={placed[i].textAnchor}
                  className={classNames(styles.note, !note.isBefore && styles.strong)}
                >
                  {note.text}
                </text>
              )}
            </g>
          ))}
          {stop && (
            <>
              <line x1={x(stop.x)} x2={x(stop.x)} y1={pad.top} y2={pad.top + plot.height} className={styles.cursor} />
              <circle cx={x(stop.x)} cy={y(stop.y)} r={4.5} className={styles.dot} />
            </>
          )}
        </svg>
      )}
      <input
        type="range"
        className={styles.reach}
        aria-label={label}
        aria-valuetext={(stop ?? stops.at(-1))?.text ?? ''}
        min={0}
        max={Math.max(0, stops.length - 1)}
        value={index ?? Math.max(0, stops.length - 1)}
        onChange={(event) => setIndex(Number(event.target.value))}
        onFocus={() => setIndex((at) => at ?? stops.length - 1)}
        onBlur={() => setIndex(null)}
        onPointerMove={(event) =>
          setIndex(nearest(event.clientX, event.currentTarget.parentElement!.getBoundingClientRect().left))
        }
        onPointerLeave={(event) => {
          if (document.activeElement !== event.currentTarget) setIndex(null);
        }}
      />
      <figcaption className={styles.told} aria-hidden="true">
        {stop?.text}
      </figcaption>
    </figure>
  );

  function pathOf({ points, isStepped }: ChartLine): string {
    return points
      .map((point, i) =>
        i === 0
          ? `M${x(point.x)},${y(point.y)}`
          : isStepped
            ? `H${x(point.x)}V${y(point.y)}`
            : `L${x(point.x)},${y(point.y)}`,
      )
      .join('');
  }

  /** Between a line and the alert. */
  function areaOf(line: ChartLine, level: number): string {
    const first = line.points[0];
    return first === undefined ? '' : `${pathOf(line)}V${y(level)}H${x(first.x)}Z`;
  }
}

/** The current width of an element in whole pixels; 0 until it is measured. */
function useWidth(): [width: number, measure: (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    setWidth(Math.floor(element.clientWidth));
    return () => observer.disconnect();
  }, []);
  return [width, measure];
}
