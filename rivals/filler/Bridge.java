/*
 * The robots of Debian's package `filler`, by lines: java -cp filler.jar Bridge.java ROBOT. Boards, moves and scores come
 * from filler's own classes; what is not public there is reached by reflection. No display is needed.
 *
 *   graph        cells, colours, points to win, both origins; then a line of neighbours for each cell
 *   new S SEAT   a board drawn with seed S, the robot in seat 0 or 1: the colour of every cell, -1 for none
 *   play C       the opponent takes colour C: its score
 *   go           the robot moves: its colour, its score, nanoseconds of processor time
 *   quit
 */
import friendless.games.filler.AbstractFillerPlayer;
import friendless.games.filler.FillerBoard;
import friendless.games.filler.FillerModel;
import friendless.games.filler.FillerPlayer;
import friendless.games.filler.FillerSettings;
import friendless.games.filler.FillerSpace;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Random;

public final class Bridge {
    private final Class<?> robotClass;
    private final PrintStream out;
    private final ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    private FillerPlayer robot;
    private FillerModel model;
    private FillerBoard board;
    private FillerSpace[] spaces;
    private int[] colours;
    private int seat;

    private Bridge(Class<?> robotClass, PrintStream out) {
        this.robotClass = robotClass;
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        // Robots talk to themselves on the standard output.
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        Class<?> robotClass;
        try {
            robotClass = Class.forName("friendless.games.filler.player." + args[0]);
        } catch (ClassNotFoundException | NoClassDefFoundError error) {
            System.err.println("filler has no robot called `" + args[0] + "`");
            System.exit(2);
            return;
        }
        new Bridge(robotClass, out).converse();
    }

    private void converse() throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split(" ");
            switch (words[0]) {
                case "graph" -> graph();
                case "new" -> begin(Long.parseLong(words[1]), Integer.parseInt(words[2]));
                case "play" -> out.println(take(1 - seat, Integer.parseInt(words[1])));
                case "go" -> go();
                case "quit" -> {
                    return;
                }
                default -> throw new IOException("unknown line: " + line);
            }
            out.flush();
        }
    }

    private void graph() {
        int[] origins = FillerSettings.ORIGINS;
        out.println(FillerSettings.SIZE + " " + FillerSettings.NUM_COLOURS + " " + FillerSettings.POINTS_TO_WIN
                + " " + origins[0] + " " + origins[1]);
        for (int cell = 0; cell < FillerSettings.SIZE; cell++) {
            StringBuilder line = new StringBuilder();
            if (FillerModel.valid(cell)) {
                for (int near : FillerModel.neighbours(cell)) {
                    if (near != FillerModel.NO_NEIGHBOUR) {
                        line.append(near).append(' ');
                    }
                }
            }
            out.println(line);
        }
    }

    private void begin(long seed, int seat) throws Exception {
        this.seat = seat;
        model = new FillerModel();
        random(FillerModel.class).setSeed(seed);
        Method fill = FillerModel.class.getDeclaredMethod("randomFill", boolean.class);
        fill.setAccessible(true);
        fill.invoke(model, false);
        board = new FillerBoard(model);
        // What it draws on when a colour changes; nobody looks at it.
        Field off = FillerBoard.class.getDeclaredField("off");
        off.setAccessible(true);
        off.set(board, new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB));
        robot = (FillerPlayer) robotClass.getDeclaredConstructor().newInstance();
        random(AbstractFillerPlayer.class).setSeed(seed);
        int[] origins = FillerSettings.ORIGINS;
        robot.setOrigin(origins[seat], origins[1 - seat]);
        spaces = new FillerSpace[] {new FillerSpace(), new FillerSpace()};
        colours = new int[2];
        for (int player = 0; player < 2; player++) {
            colours[player] = model.getPieces()[origins[player]];
            board.countScore(origins[player], spaces[player]);
        }
        StringBuilder line = new StringBuilder();
        for (int piece : model.getPieces()) {
            line.append(piece).append(' ');
        }
        out.println(line);
    }

    private void go() {
        long before = thread.getCurrentThreadCpuTime();
        int chosen = robot.takeTurn(model, colours[1 - seat]);
        long nanos = thread.getCurrentThreadCpuTime() - before;
        // Filler keeps the old colour where a robot names one that it may not have.
        boolean isLegal = chosen >= 0 && chosen < FillerSettings.NUM_COLOURS && chosen != colours[1 - seat];
        int score = take(seat, isLegal ? chosen : colours[seat]);
        out.println(colours[seat] + " " + score + " " + nanos);
    }

    private int take(int player, int colour) {
        colours[player] = colour;
        return board.changeColourCountScore(spaces[player], colour, FillerSettings.ORIGINS[player], true);
    }

    /** The chance of a class. */
    private static Random random(Class<?> where) throws Exception {
        Field field = where.getDeclaredField("rng");
        field.setAccessible(true);
        return (Random) field.get(null);
    }
}
