//! Weights: every constant of `scout`, by name and range.

use crate::search::Judgement;

/// Name, range and default of a weight.
#[derive(Clone, Copy, Debug)]
pub struct WeightInfo {
    /// Its name.
    pub name: &'static str,
    /// Its effect, with its unit.
    pub what: &'static str,
    /// Least and greatest value.
    pub range: (f64, f64),
    /// The value without a choice.
    pub default: f64,
}

macro_rules! weights {
    ($($(#[doc = $what:literal])+ $name:ident: $default:literal, $low:literal..$high:literal;)+) => {
        /// Constants of `scout`.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Weights {
            $($(#[doc = $what])+ pub $name: f64,)+
        }

        impl Weights {
            /// Every weight, in the order of [`Weights::values`].
            pub const ALL: &'static [WeightInfo] = &[$(WeightInfo {
                name: stringify!($name),
                what: concat!($($what),+),
                range: ($low, $high),
                default: $default,
            },)+];

            /// The values.
            pub fn values(&self) -> Vec<f64> {
                vec![$(self.$name),+]
            }

            /// The fields, in the same order.
            pub fn fields(&mut self) -> Vec<&mut f64> {
                vec![$(&mut self.$name),+]
            }
        }

        impl Default for Weights {
            fn default() -> Weights {
                Weights { $($name: $default,)+ }
            }
        }
    };
}

weights! {
    /// Scale of values as chances: hundredths of a pawn for odds of e to 1.
    scale: 250.0, 50.0..1000.0;
    /// Chance between the surest won and the surest lost position while both kings stand.
    certainty: 0.8, 0.1..1.0;
    /// Share of a move's score that is its least value instead of the mean.
    risk: 0.03, 0.001..1.0;
    /// Believed positions whose weight is below this share of the mean have no part in the least value.
    risk_floor: 0.5, 0.01..10.0;
    /// Chance that the enemy does not see an attack on its king that comes without a capture.
    sneak: 0.35, 0.01..1.0;
    /// The same with a capture, which tells where the man is.
    bold: 0.10, 0.01..1.0;
    /// Chance that the enemy does not see that it can capture our king.
    mercy: 0.05, 0.001..1.0;
    /// Share of a value that supposes that the enemy does not find its best answer.
    blindness: 0.15, 0.01..1.0;
    /// Cost of a pass, in hundredths of a pawn.
    pass_cost: 40.0, 1.0..500.0;
    /// Worth of a pawn's move for each own turn without one or a capture, as a chance.
    progress: 0.002, 0.0001..0.1;
    /// Worth of a halved belief in a choice of senses, as a chance.
    curiosity: 0.012, 0.0005..0.2;
    /// Share of the belief in which a request captures the king, above which it is played at once.
    hunt: 0.999, 0.5..1.0;
    /// Own turns without a capture or an own pawn's move before `progress` counts.
    patience: 8.0, 1.0..45.0;
    /// Greatest share of the valued positions that are chosen because a king is attacked in them.
    sharp: 0.5, 0.05..0.95;
    /// Loss by a capture that is to be feared, in hundredths of a pawn.
    much: 250.0, 50.0..900.0;
    /// Value of a pawn, in hundredths of a pawn, and so are the next values.
    pawn: 100.0, 40.0..250.0;
    /// Value of a knight.
    knight: 320.0, 100.0..900.0;
    /// Value of a bishop.
    bishop: 330.0, 100.0..900.0;
    /// Value of a rook.
    rook: 500.0, 200.0..1500.0;
    /// Value of a queen.
    queen: 950.0, 400.0..2500.0;
    /// Cost of each square from which a queen could see the king.
    shelter: 3.0, 1.0..20.0;
    /// Worth of the turn.
    turn: 12.0, 1.0..60.0;
    /// Factor on the likelihood of positions in which our king, queen or a rook can be taken with gain.
    alarm: 1.0, 1.0..100.0;
    /// Enemy model: share of moves that are not chosen by liking, all equally likely.
    doubt: 0.25, 0.01..1.0;
    /// Temperature of the enemy model: hundredths of a pawn for a factor of e.
    temperature: 120.0, 20.0..2000.0;
    /// Enemy model: share of the value of a man that a capture is liked for.
    greed: 0.8, 0.01..2.0;
    /// Enemy model: share of the value of a man that is moved where it can be taken.
    fear: 0.4, 0.01..2.0;
    /// Enemy model: liking of attacks on our king, in hundredths of a pawn.
    aggression: 600.0, 10.0..2000.0;
    /// Enemy model: share of passes.
    idleness: 0.15, 0.001..0.9;
}

impl Weights {
    /// The values by which positions are judged.
    pub fn judgement(&self) -> Judgement {
        let whole = |value: f64| value.round() as i32;
        let men = [
            self.pawn,
            self.knight,
            self.bishop,
            self.rook,
            self.queen,
            0.0,
        ];
        Judgement {
            men: men.map(whole),
            shelter: whole(self.shelter),
            turn: whole(self.turn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_judgement_is_that_of_the_default_weights() {
        assert_eq!(Weights::default().judgement(), Judgement::USUAL);
    }
}
