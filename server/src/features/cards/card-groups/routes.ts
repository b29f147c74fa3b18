import type * as contract from '@florin/contract/cards/card-groups';
import type { HandlersOf } from '../../../http/call.ts';
import { cardGroups, changeCardGroupMembers, createCardGroup, deleteCardGroup, renameCardGroup } from './groups.ts';

export const cardGroupsRoutes: HandlersOf<typeof contract> = {
  cardGroups,
  createCardGroup,
  renameCardGroup,
  deleteCardGroup,
  changeCardGroupMembers,
};
