import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/RangeCalendar';
import { classNames } from '../class-names.ts';
import { Icon } from '../text/Icon.tsx';
import styles from './CalendarMonth.module.css';

interface CalendarMonthProps {
  /** Marked, as an ISO date. */
  today: string;
  /** The calendar picks one day, not days from one to another. */
  single?: boolean;
}

/** The month of the calendar around it, and the buttons that turn it. */
export const CalendarMonth = ({ today, single = false }: CalendarMonthProps) => (
  <>
    <div className={styles.head}>
      <Button slot="previous" className={styles.step}>
        <Icon of={ChevronLeft} size={16} />
      </Button>
      <Heading className={styles.month} />
      <Button slot="next" className={styles.step}>
        <Icon of={ChevronRight} size={16} />
      </Button>
    </div>
    <CalendarGrid weekdayStyle="short" className={styles.grid}>
      <CalendarGridHeader>
        {(weekday) => <CalendarHeaderCell className={styles.weekday}>{weekday}</CalendarHeaderCell>}
      </CalendarGridHeader>
      <CalendarGridBody>
        {(date) => (
          <CalendarCell
            date={date}
            className={classNames(styles.day, single && styles.single, date.toString() === today && styles.today)}
          />
        )}
      </CalendarGridBody>
    </CalendarGrid>
  </>
);
